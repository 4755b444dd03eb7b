package server

import "testing"

func TestProxiesAreParsed(t *testing.T) {
	t.Parallel()
	var p Proxies
	if err := p.Set(" 10.1.2.3/8, 192.0.2.1,2001:db8::/32"); err != nil || p.String() != "10.0.0.0/8,192.0.2.1/32,2001:db8::/32" {
		t.Errorf("%v, %v", &p, err)
	}
	for addr, has := range map[string]bool{"10.9.9.9:1": true, "[::ffff:10.9.9.9]:1": true, "192.0.2.2:1": false, "[2001:db8::1]:1": true} {
		if p.Has(callerAt(addr)) != has {
			t.Errorf("%s: %v", addr, !has)
		}
	}
	for _, text := range []string{"10.0.0.0/33", "balancer", "::ffff:10.0.0.0/104", "fe80::1%eth0", "10.0.0.0/8;10.0.0.1"} {
		if err := p.Set(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
	if len(p) != 3 {
		t.Errorf("a mistake has changed them to %v", &p)
	}
	if err := p.Set(""); err != nil || p != nil {
		t.Errorf("%v, %v", &p, err)
	}
}
