package rules

import "noir/engine"

// Forecast is how an attack would end if no more cards were played.
type Forecast struct {
	Strength int    // of the attackers
	Defence  int    // the strength that is needed
	Success  bool   // the business falls, or the Hideout is breached
	Lost     []Card // attackers who die
	Fallen   []Card // defenders who die
	Ruin     Card   // the destroyed business, whether attacked or on the Hideout; no card for none
	Stolen   int    // stolen from the owner; a breach demands money in place of that
	Least    int    // what a breach demands if the die shows 1; 0 if there is none
	Most     int    // what it demands if the die shows 6
}

// Breach reports whether the Hideout would be breached.
func (f Forecast) Breach() bool { return f.Most > 0 }

// Forecast returns how an attack of gangsters on a place of a seat would end.
func (v View) Forecast(gangsters []Card, seat engine.Seat, place Place) Forecast {
	var p Position
	p.recall(seat, v.Seats[seat])
	b := p.Battle(SetOf(gangsters...), seat, place)
	o := b.Fight()
	f := Forecast{
		Strength: o.strength, Defence: o.Defence, Success: o.Success,
		Lost: o.Lost.Cards(), Fallen: o.Fallen.Cards(), Ruin: o.Ruin, Stolen: o.Stolen,
	}
	if b.hideout && o.Success {
		f.Least, f.Most = Demand(1, b.Business), Demand(6, b.Business)
	}
	return f
}
