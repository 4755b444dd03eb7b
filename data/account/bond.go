package account

import (
	"noir/data"
	"noir/internal/language"
)

// Bond is a tie in English words: the title of the list of such players, and the sentences for
// making and ending the tie.
type Bond struct {
	Tie   data.Tie
	Title string // title of the list in menus
	Verb  string // as it is typed of a name: "friend"
	List  string // as they are typed: "friends"
	About string // what the list holds, in a few words
	None  string // shown when the list is empty
	done  string // takes a name
}

// Bonds returns all kinds of ties.
func Bonds() []Bond {
	return []Bond{
		{data.Friend, language.Mark("Friend"), language.Mark("friend"), "friends", language.Mark("players who may write to you at public tables too"),
			language.Mark("You have no friends on your list."),
			language.Mark("%s is your friend, and may write to you wherever you both have free-text on.")},
		{data.Muted, language.Mark("Muted"), language.Mark("mute"), "mutes", language.Mark("players whose messages you do not see"),
			language.Mark("You have muted nobody."), language.Mark("You no longer see what %s says.")},
		{data.Blocked, language.Mark("Blocked"), language.Mark("block"), "blocks", language.Mark("players you are never paired with"),
			language.Mark("You have blocked nobody."),
			language.Mark("%s is never paired with you again, cannot join or challenge you, and what they say is not shown to you.")},
	}
}

// Made tells a reader that they now have the tie to the named player.
func (b Bond) Made(r *language.Reader, name string) string { return r.Words(b.done, name) }

// Ended tells a reader that they no longer have the tie to the named player.
func (b Bond) Ended(r *language.Reader, name string) string {
	return r.Words("%s is no longer on that list.", name)
}
