package server

import (
	"encoding/binary"
	"io"
	"net"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

const (
	version = "SSH-2.0-noir"

	refuseTime  = time.Second // in which a refused client may read why
	refuseBytes = 64 << 10    // that are read from it meanwhile

	// Reason codes (RFC 4253, section 11.1).
	notAllowed         = 1
	tooManyConnections = 12
)

// refuse tells a client that has just connected why it is not let in, and closes the connection.
// Before the first key exchange a disconnect message is sent in the clear, and clients show its
// text. That is cheap compared with a handshake.
func refuse(c net.Conn, reason uint32, sentence string) {
	defer c.Close()
	if sentence == "" {
		return
	}
	_ = c.SetDeadline(time.Now().Add(refuseTime))
	if _, err := c.Write(append([]byte(version+"\r\n"), disconnect(reason, sentence)...)); err != nil {
		return
	}
	// Closing a connection with unread input resets it, and the client would lose the sentence.
	if tcp, ok := tcpOf(c); ok {
		_ = tcp.CloseWrite()
	}
	_, _ = io.CopyN(io.Discard, c, refuseBytes)
}

// disconnect returns an SSH_MSG_DISCONNECT in an unencrypted packet (RFC 4253,
// sections 6 and 11.1).
func disconnect(reason uint32, sentence string) []byte {
	payload := gossh.Marshal(struct {
		Reason      uint32 `sshtype:"1"`
		Description string
		Language    string
	}{reason, sentence, "en"})
	const block, head = 8, 5 // length and padding length
	padding := block - (head+len(payload))%block
	if padding < 4 {
		padding += block
	}
	packet := binary.BigEndian.AppendUint32(nil, uint32(1+len(payload)+padding))
	packet = append(append(packet, byte(padding)), payload...)
	return append(packet, make([]byte, padding)...)
}
