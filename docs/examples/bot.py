#!/usr/bin/env python3
"""Plays either game at random: bot.py "ssh -p 2222 HOST" GAME [flags of play]"""
import json, random, shlex, subprocess, sys


def complete(move, view, seat):
    """Makes a move of a generator: protocol, section 8."""
    del move["form"]
    own = view["seats"][seat]
    if move["type"] == "arrange":  # all stay where they are; who is hidden goes where there is room
        there = {"hideout": own["hideout"]["gangsters"], **own["businesses"]}
        room = {p: (3 if p == "hideout" else int(p[1])) - sum(int(g[1]) for g in there[p]) for p in there}
        move["places"] = {g: p for p in there for g in there[p]}
        for g in own["hidden"]:
            place = next((p for p in room if room[p] >= int(g[1])), None)
            move["places"][g] = place
            if place:
                room[place] -= int(g[1])
    elif "max" in move:  # mulligan, discard
        move["cards"] = view["hand"][:min(1, move.pop("max"))]
    return move  # attack, driveby: with all who may take part


ssh = subprocess.Popen([*shlex.split(sys.argv[1]), "play", *sys.argv[2:], "--json"],
                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
answered = None  # the ply of the newest turn that was answered
for line in map(json.loads, ssh.stdout):
    if line["type"] == "start":
        seat = line["seat"]
    elif line["type"] == "error":
        print(line["code"], line["message"], file=sys.stderr)
        if line.get("ply") == answered:  # not that of an earlier move, after which another turn has been answered
            answered = None
    elif line["type"] == "turn" and line["ply"] != answered:
        answered, move = line["ply"], random.choice(line["legal"])
        move = complete(move, line["view"], seat) if "form" in move else move
        print(json.dumps({"type": "move", "ply": answered, "move": move}), file=ssh.stdin, flush=True)
    elif line["type"] == "end":
        print(json.dumps({"id": line["id"], "seat": seat, "result": line["result"]}))
        ssh.stdin.close()
sys.exit(ssh.wait())
