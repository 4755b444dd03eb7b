package plain

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// read passes on the lines of the input and closes the channel at its end. An unfinished last line
// counts.
func read(ctx context.Context, in io.Reader, lines chan<- line) {
	defer close(lines)
	buffered := bufio.NewReaderSize(in, maxLine)
	for {
		l, err := readLine(buffered)
		if err != nil {
			return
		}
		select {
		case lines <- l:
		case <-ctx.Done():
			return
		}
	}
}

// readLine reads a line and skips the rest of one that is too long.
func readLine(in *bufio.Reader) (line, error) {
	text, more, err := in.ReadLine()
	if err != nil {
		return line{}, err
	}
	if !more {
		return line{text: string(text)}, nil
	}
	for more && err == nil {
		_, more, err = in.ReadLine()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return line{}, err
	}
	return line{tooLong: true}, nil
}
