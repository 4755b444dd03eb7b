package lobby

import (
	"time"

	"noir/internal/language"
)

// weathers are the kinds of weather that home may show. It changes every night.
var weathers = [...]string{
	language.Mark("rain since nine"),
	language.Mark("fog on the river"),
	language.Mark("the last ferry is late"),
	language.Mark("wind from the docks"),
	language.Mark("rain again"),
	language.Mark("a clear night, for once"),
	language.Mark("sirens over the bridge"),
}

// weather is that of a day.
func weather(at time.Time) string { return weathers[at.YearDay()%len(weathers)] }
