#!/usr/bin/env python3
"""Writes a web page of the rankings: rankings.py "ssh -p 2222 HOST" [GAME] > rankings.html"""
import html, json, shlex, subprocess, sys

game = sys.argv[2] if len(sys.argv) > 2 else "district-noir"
said = subprocess.run([*shlex.split(sys.argv[1]), "rankings", game, "--json", "--limit", "100"],
                      stdout=subprocess.PIPE, check=True, text=True).stdout
table = json.loads(said)
print(f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{html.escape(table["game"])}: rankings</title>
<style>body {{ font: 1rem/1.5 system-ui; max-width: 40rem; margin: 2rem auto }} td, th {{ padding: 0 .7rem; text-align: left }}</style>
<h1>{html.escape(table["game"])}</h1>
<table><tr><th>#<th>Name<th>Rating<th>Games<th>Won""")
for p in table["players"]:
    mark = "?" if p["provisional"] else ""
    print(f"""<tr><td>{p["rank"]}<td>{html.escape(p["name"])}<td>{p["rating"]:.0f}{mark}<td>{p["games"]}<td>{p["wins"]}""")
print(f"""</table><p>{table["total"]} players</html>""")
