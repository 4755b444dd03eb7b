// The page to play at: a terminal, the SSH client behind it (noir.wasm), and what a browser keeps for both.

const page = document.body.dataset
const base = `${page.base}/${page.version}/`
const byId = (id) => document.getElementById(id)

// The terminal writes style elements: they are let in by the nonce of this page.
const make = document.createElement.bind(document)
document.createElement = (name, ...more) => {
  const made = make(name, ...more)
  if (name === 'style') made.nonce = page.nonce
  return made
}

const { Terminal } = await import(base + 'xterm.mjs')
const { FitAddon } = await import(base + 'addon-fit.mjs')

// say returns a sentence in the language of the page, with what is put into it.
function say(name, ...put) {
  const text = page['say' + name[0].toUpperCase() + name.slice(1)]
  return put.reduce((said, one) => said.replace('%s', one), text)
}

// kept is what the browser keeps.
const kept = {
  get key() { return localStorage.getItem('noir.key') },
  set key(key) { localStorage.setItem('noir.key', key) },
  get known() { return JSON.parse(localStorage.getItem('noir.known') ?? '[]') },
  set known(lines) { localStorage.setItem('noir.known', JSON.stringify(lines)) },
  get size() { return Number(localStorage.getItem('noir.size') ?? 16) },
  set size(pixels) { localStorage.setItem('noir.size', pixels) },
}

const touch = matchMedia('(pointer: coarse)').matches
const light = matchMedia('(prefers-color-scheme: light)')

// theme is the ground that the server is told when it asks, and the colours that it does not choose.
function theme() {
  return light.matches
    ? { background: '#faf7f0', foreground: '#3a3732', cursor: '#8f5a00', cursorAccent: '#faf7f0', selectionBackground: '#cfdff2' }
    : { background: '#0e1014', foreground: '#c5c0b4', cursor: '#f2b45a', cursorAccent: '#0e1014', selectionBackground: '#1f3350' }
}

const terminal = new Terminal({
  theme: theme(), scrollback: 0, fontSize: kept.size, allowProposedApi: false, macOptionIsMeta: true,
  fontFamily: '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace',
})
const fitting = new FitAddon()
terminal.loadAddon(fitting)
const screen = byId('screen')
terminal.open(screen)
light.addEventListener('change', () => { terminal.options.theme = theme() })

// The smallest window that the screens are made for, and the smallest letters that can be read.
const columns = 40, rows = 20, smallest = 8

// Where something is selected ctrl+c copies it, and ctrl+v pastes, as everywhere in a browser.
terminal.attachCustomKeyEventHandler((event) => {
  if (event.type !== 'keydown' || !event.ctrlKey || event.altKey || event.metaKey) return true
  return !(event.key === 'v' || event.key === 'c' && terminal.hasSelection())
})
document.addEventListener('copy', () => setTimeout(() => terminal.clearSelection()))

// fit makes the letters as large as is wished and the window needs.
function fit() {
  let size = kept.size
  for (;;) {
    terminal.options.fontSize = size
    const fits = fitting.proposeDimensions()
    if (!fits || size <= smallest || fits.cols >= columns && fits.rows >= rows) break
    size -= 0.5
  }
  fitting.fit()
}
new ResizeObserver(fit).observe(screen)
function grow(by) {
  kept.size = Math.min(40, Math.max(smallest, kept.size + by))
  fit()
  focus()
}
byId('smaller').onclick = () => grow(-1)
byId('larger').onclick = () => grow(1)

// On a phone the system's keyboard comes only when it is wanted: it would cover half of the screen.
function keyboard(on) {
  terminal.textarea.inputMode = on ? 'text' : 'none'
  byId('keyboard').setAttribute('aria-pressed', on)
  terminal.blur()
  terminal.focus()
}
function focus() { if (!byId('papers').open) terminal.focus() }
if (touch) keyboard(false)
byId('keyboard').onclick = () => keyboard(terminal.textarea.inputMode === 'none')
for (const button of document.querySelectorAll('[data-type]')) {
  button.addEventListener('pointerdown', (event) => event.preventDefault()) // the terminal keeps the focus
  button.onclick = () => terminal.input(button.dataset.type)
}

// A tap is a click of the mouse and a swipe turns its wheel, as far as the screens want to hear of it.
let tap = null
function cell(at) {
  const box = screen.querySelector('.xterm-screen').getBoundingClientRect()
  const within = (part, of) => Math.min(of, Math.max(1, Math.floor(part * of) + 1))
  return `${within((at.clientX - box.left) / box.width, terminal.cols)};${within((at.clientY - box.top) / box.height, terminal.rows)}`
}
screen.addEventListener('touchstart', (event) => {
  tap = event.touches.length === 1 ? { y: event.touches[0].clientY, moved: false } : null
  event.stopPropagation()
}, { capture: true, passive: true })
screen.addEventListener('touchmove', (event) => {
  if (!tap || terminal.modes.mouseTrackingMode === 'none') return
  event.stopPropagation()
  const at = event.touches[0], line = screen.clientHeight / terminal.rows
  for (; Math.abs(at.clientY - tap.y) > line; tap.moved = true) {
    const up = at.clientY > tap.y
    terminal.input(`\x1b[<${up ? 64 : 65};${cell(at)}M`)
    tap.y += up ? line : -line
  }
}, { capture: true, passive: true })
screen.addEventListener('touchend', (event) => {
  if (!tap || terminal.modes.mouseTrackingMode === 'none') return
  event.preventDefault() // no mouse is made of it
  event.stopPropagation()
  focus()
  if (tap.moved) return
  const at = cell(event.changedTouches[0])
  terminal.input(`\x1b[<0;${at}M`)
  terminal.input(`\x1b[<0;${at}m`)
}, { capture: true })

// A bell is heard, felt and seen in the title of a page that nobody looks at.
let sound = null
function ring() {
  navigator.vibrate?.(100)
  mark()
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return
  sound ??= new AudioContext()
  const tone = sound.createOscillator(), level = sound.createGain()
  tone.frequency.value = 660
  level.gain.setValueAtTime(0.1, sound.currentTime)
  level.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.3)
  tone.connect(level).connect(sound.destination)
  tone.start()
  tone.stop(sound.currentTime + 0.3)
}
let title = 'Noir'
function mark() { document.title = document.hidden ? '● ' + title : title }
terminal.onBell(ring)
terminal.onTitleChange((now) => {
  title = now || 'Noir'
  document.title = title
})
document.addEventListener('visibilitychange', () => { if (!document.hidden) document.title = title })
terminal.parser.registerOscHandler(9, () => true) // the same as 777, which has a title
terminal.parser.registerOscHandler(777, (text) => {
  const [, head, body] = text.split(';')
  if (document.hidden && self.Notification?.permission === 'granted') {
    try { new Notification(head, { body }) } catch { /* some phones have none for pages */ }
  }
  return true
})

// The line to the house.
let line = null, again = null
let anew = false // whether to come in again at once when the line has ended
const encoder = new TextEncoder()
const typed = (text) => line?.send(encoder.encode(text))
terminal.onData(typed)
terminal.onBinary((text) => line?.send(Uint8Array.from(text, (c) => c.charCodeAt(0))))
terminal.onResize(({ cols, rows }) => line?.resize(cols, rows))

// tell covers the screen with a sentence until a button is pressed, or enter.
function tell(sentence, button, then, house) {
  byId('said').textContent = sentence
  byId('prints').hidden = !house
  byId('house').textContent = house ?? ''
  byId('go').textContent = button
  byId('go').hidden = !then
  byId('word').hidden = false
  again = then && (() => {
    byId('word').hidden = true
    again = null
    focus()
    then()
  })
}
byId('go').onclick = () => again?.()
// Only when enter is let go: the terminal is not to take it too.
for (const kind of ['keydown', 'keyup']) {
  document.addEventListener(kind, (event) => {
    if (event.key !== 'Enter' || !again || byId('papers').open) return
    event.preventDefault()
    event.stopPropagation()
    if (kind === 'keyup') again()
  }, { capture: true })
}
byId('enter').addEventListener('click', () => again?.())

function comeIn() {
  const joins = new URLSearchParams(location.hash.slice(1)).get('join') // the code of a table
  byId('state').textContent = say('connecting')
  terminal.reset()
  fit()
  line = noir.open({
    url: location.origin.replace(/^http/, 'ws') + page.base + '/socket',
    user: joins ? '' : decodeURIComponent(location.hash.slice(1)), // a code that lets in
    key: kept.key, known: kept.known, print: page.print,
    env: {
      LANG: document.documentElement.lang + '.UTF-8', TZ: Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC',
      ...joins && { NOIR_JOIN: joins },
    },
    columns: terminal.cols, rows: terminal.rows,
    output(bytes, taken) {
      byId('state').textContent = ''
      if (joins) history.replaceState(null, '', location.pathname) // whoever comes in again is at the table, or has left it
      terminal.write(bytes, taken)
    },
    learned(known) { kept.known = known },
    ended,
  })
  focus()
}

function ended(how) {
  line = null
  byId('state').textContent = ''
  if (anew) {
    anew = false
    return comeIn()
  }
  const back = say('again')
  switch (how.why) {
    case 'left': return tell(say(how.code ? 'sent' : 'left'), back, comeIn)
    case 'changed': return tell(say('changed', how.got, how.expected.join(', ')), '', null)
    case 'refused': return tell(how.sentence, back, comeIn)
    case 'dropped': return tell(say('dropped'), back, comeIn)
  }
  tell(say('unreachable'), back, comeIn)
}
addEventListener('pagehide', () => line?.close())

// Papers: the key, and the house's.
const papers = byId('papers')
function show() {
  const own = noir.describe(kept.key)
  byId('public').value = own.public
  byId('fingerprint').textContent = own.fingerprint
  byId('known').textContent = noir.fingerprints(kept.known).join('\n') || '–'
  byId('loaded').textContent = ''
  byId('notify').checked = self.Notification?.permission === 'granted'
  papers.showModal()
}
byId('papers-open').onclick = () => {
  kept.key ??= noir.newKey()
  show()
}
byId('papers-close').onclick = () => papers.close()
papers.addEventListener('close', focus)
byId('copy').onclick = async () => {
  byId('public').select()
  try { await navigator.clipboard.writeText(byId('public').value) } catch { document.execCommand('copy') }
}
byId('save').onclick = () => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([kept.key], { type: 'application/x-pem-file' }))
  link.download = 'noir_ed25519'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
byId('load').onchange = async (event) => {
  const key = await event.target.files[0]?.text()
  event.target.value = ''
  if (!key) return
  if (!noir.describe(key)) {
    byId('loaded').textContent = say('nokey')
    return
  }
  kept.key = key
  show()
  byId('loaded').textContent = say('loaded')
  if (line) anew = true
  line?.close()
}
byId('forget').onclick = () => {
  kept.known = []
  byId('known').textContent = '–'
  if (!line) tell('', say('again'), comeIn)
}
byId('notify').onchange = async (event) => {
  const may = event.target.checked && await self.Notification?.requestPermission()
  event.target.checked = may === 'granted'
}

// Begin.
byId('state').textContent = say('loading')
const go = new Go()
const wasm = await WebAssembly.instantiateStreaming(fetch(base + 'noir.wasm'), go.importObject)
go.run(wasm.instance)
byId('state').textContent = ''
byId('papers-open').disabled = false
if (kept.key && noir.describe(kept.key)) {
  comeIn()
} else {
  tell(say('first'), say('comein'), () => {
    kept.key ??= noir.newKey()
    navigator.storage?.persist?.()
    comeIn()
  }, page.print)
}
