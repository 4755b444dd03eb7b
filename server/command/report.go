package command

import (
	"strings"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/matchmaking"
)

type reported struct {
	ID    int64         `json:"id"`
	About string        `json:"about"`
	Game  *data.MatchID `json:"game"` // null: it is about no game
}

// reportCommands tell the operators of other people.
type reportCommands struct{ circle service.Circle }

func (d reportCommands) report(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "report NAME REASON [--game ID] [--json]", Short: "tell the operators that somebody is rude or cheats", Args: someArgs,
		Long: "What was said at the table goes with it: at the one with that ID or, without one, at the newest\n" +
			"where you both sat, if it is no longer than an hour ago. A letter tells you what has come of it.",
	}
	game := cmd.Flags().String("game", "", "at the table of this game: `ID`")
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r, err := d.circle.Report(cmd.Context(), matchmaking.Complaint{
			By: c.Player, About: args[0], Match: data.MatchID(*game), Reason: strings.Join(args[1:], " "),
		})
		switch {
		case err != nil:
			return err
		case *asJSON:
			shown := reported{ID: r.ID, About: r.About.Name}
			if r.Match != "" {
				shown.Game = &r.Match
			}
			return printJSON(c.Out, shown)
		case r.Match == "":
			err = c.reply("Reported: %s. A letter will tell you the result.", r.About.Name)
		default:
			err = c.reply("Reported: %s, in game %s. A letter will tell you the result.", r.About.Name, r.Match)
		}
		return err
	}
	return cmd
}
