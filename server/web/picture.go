package web

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/go-fonts/dejavu/dejavusansmono"
	"github.com/go-fonts/dejavu/dejavusansmonobold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The size of a picture in points, as the readers of links show them, and that of a cell in it.
const (
	pictureW, pictureH = 1200, 630
	cellW, cellH       = 14, 25
	letter             = 23.0 // of a letter, so that one is a cell wide
)

var (
	night = color.RGBA{0x0e, 0x10, 0x14, 0xff}
	ink   = color.RGBA{0xc5, 0xc0, 0xb4, 0xff}
)

// fonts are the letters, usual and bold. They are read once.
var fonts = sync.OnceValues(func() ([2]*opentype.Font, error) {
	usual, err := opentype.Parse(dejavusansmono.TTF)
	if err != nil {
		return [2]*opentype.Font{}, err
	}
	bold, err := opentype.Parse(dejavusansmonobold.TTF)
	return [2]*opentype.Font{usual, bold}, err
})

// drawPicture draws the lines of a screen as a PNG.
func drawPicture(lines []string) ([]byte, error) {
	known, err := fonts()
	if err != nil {
		return nil, err
	}
	var faces [2]font.Face // of this picture: a face is for one goroutine
	for i, f := range known {
		if faces[i], err = opentype.NewFace(f, &opentype.FaceOptions{Size: letter, DPI: 72, Hinting: font.HintingFull}); err != nil {
			return nil, err
		}
	}
	out := image.NewRGBA(image.Rect(0, 0, pictureW, pictureH))
	draw.Draw(out, out.Bounds(), image.NewUniform(night), image.Point{}, draw.Src)
	left, top := (pictureW-80*cellW)/2, (pictureH-24*cellH)/2
	for y, line := range lines {
		x := left
		for _, r := range runsOf(line) {
			x = drawRun(out, faces, r, x, top+y*cellH)
		}
	}
	var file bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, out)
	return file.Bytes(), err
}

// drawRun draws signs from a place on, and returns where they end.
func drawRun(out *image.RGBA, faces [2]font.Face, r run, x, y int) int {
	front, back, face, reversed := color.Color(ink), color.Color(night), faces[0], false
	for name := range strings.FieldsSeq(r.Class) {
		switch n, err := strconv.Atoi(name[1:]); {
		case err == nil && name[0] == 'f' && n < 256:
			front = shade(n)
		case err == nil && name[0] == 'b' && n < 256:
			back = shade(n)
		case name == "B":
			face = faces[1]
		case name == "R":
			reversed = true
		}
	}
	if reversed {
		front, back = back, front
	}
	for _, sign := range r.Text {
		w := ansi.StringWidth(string(sign)) * cellW
		if back != color.Color(night) {
			draw.Draw(out, image.Rect(x, y, x+w, y+cellH), image.NewUniform(back), image.Point{}, draw.Src)
		}
		pen := font.Drawer{Dst: out, Src: image.NewUniform(front), Face: face, Dot: fixed.P(x, y+cellH-6)}
		pen.DrawString(string(sign))
		x += w
	}
	return x
}

// shade is one of the 256 colours that terminals agree on.
func shade(n int) color.Color {
	r, g, b, _ := ansi.IndexedColor(n).RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}
