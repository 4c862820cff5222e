// Looks through search/index.json: (address, title, kind, first sentence, text) of each page, and of each section of an article.
//
// Pages that have all of the words come first, then those that have some of them, the more the earlier. Among these a name that is
// one of the words comes before everything, headings with a whole word and names that begin with it before other guides, and guides
// before pages that only mention it. An article whose section was found before it is left out, and so are most members of one type.
const MOST = 40
// Of one type, so many properties and cases; all, where the query names the type.
const MEMBERS = 3

// A word counts where it begins: "50" is not found in "4450", and "-50" is not in "-501".
function pattern(word) {
    const plain = escaped(word)
    const end = /^-?\d+$/.test(word) ? "(?!\\d)" : ""
    return new RegExp((/^\w/.test(word) ? "(?<![a-z0-9])" : "(?<!\\w)") + plain + end, "i")
}

function escaped(text) { return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") }

function isSection(address) { return address.includes("#") }

function isArticle(address, kind) { return isSection(address) || /^(Article|API Collection|Guide|Tutorial|Example|)$/.test(kind) }

function isPart(kind) {
    return /^(Instance Property|Type Property|Property|Enumeration Case|Case|Global Variable|Type Alias)$/.test(kind)
}

// How much a title is about a query or one of its words, which is `alone` or not.
function ofTitle(title, article, kind, word, alone) {
    const [own, bare] = [title.toLowerCase(), title.toLowerCase().split("(")[0]]
    const last = article ? own : bare.split(".").pop()
    if ([own, bare].includes(word) || last == word && (alone || !isPart(kind))) return 1000
    if (article && new RegExp(`(?<![a-z0-9])${escaped(word)}(?![a-z0-9])`).test(own)) return own.startsWith(word) ? 90 : 85
    if (own.startsWith(word) && !isPart(kind)) return article ? 60 : 80
    if (last.startsWith(word)) return isPart(kind) ? 40 : 70
    if (own.includes(word)) return !article && isPart(kind) ? 12 : 30
    return 0
}

// [the number of words that a page has, how much it is about them]; [0, 0] for a page with none.
function score([address, title, kind, first, text], wanted, whole, words) {
    const article = isArticle(address, kind)
    let [count, sum] = [0, wanted.length > 1 ? ofTitle(title, article, kind, whole, true) : 0]
    if (new RegExp(`The value is '?${escaped(whole)}(?![\\w])|as a number ${escaped(whole)}\\.`, "i").test(text)) sum += 500
    wanted.forEach((word, index) => {
        const named = ofTitle(title, article, kind, words[index], words.length == 1)
        const around = isSection(address) && word.test(kind)
        const part = named || (word.test(title) ? 12 : word.test(first) ? 6 : around || word.test(text) ? 2 : 0)
        if (part == 0) return
        count += 1
        sum += part + Math.min(6, text.split(word).length - 1)
    })
    if (count == 0) return [0, 0]
    return [count, sum + (article ? 10 : isPart(kind) ? 0 : 4)]
}

// The pages that a query finds, best first, and how many of them have all of its words.
function find(query, pages) {
    const whole = query.trim().toLowerCase()
    const words = whole.split(/\s+/).filter(Boolean)
    const wanted = words.map(pattern)
    const hits = pages.map(page => [...score(page, wanted, whole, words), page]).filter(([count]) => count > 0)
    const full = hits.filter(([count]) => count == wanted.length)
    // Where all words are on some pages, those with fewer are there only for a name that is one of the words.
    const rest = hits.filter(([count, sum]) => count < wanted.length && (full.length < 5 || sum >= 1000))
    const rank = (a, b) => b[1] - a[1] || a[2][1].length - b[2][1].length
    const named = [...full, ...rest].filter(([, sum]) => sum >= 1000).sort(rank)
    const others = list => list.filter(([, sum]) => sum < 1000)
    const ranked = [...named, ...others(full).sort(rank), ...others(rest).sort((a, b) => b[0] - a[0] || rank(a, b))].map(([, , page]) => page)
    const seen = new Set(), members = {}
    const shown = ranked.filter(([address, title, kind]) => {
        if (isSection(address)) return seen.add(address.split("#")[0])
        const owner = isPart(kind) && title.includes(".") ? title.split(".")[0] : ""
        if (owner) members[owner] = (members[owner] ?? 0) + 1
        return !seen.has(address) && (!owner || members[owner] <= MEMBERS || whole.includes(owner.toLowerCase()))
    })
    const complete = new Set(full.map(([, , page]) => page))
    return { pages: shown, full: shown.filter(page => complete.has(page)).length, wanted }
}

function marked(text, wanted) {
    const piece = document.createElement("span")
    const found = wanted.find(word => word.test(text))
    const at = found ? text.search(found) : -1
    const length = at < 0 ? 0 : text.match(found)[0].length
    const from = Math.max(0, at - 60)
    piece.append((from ? "… " : "") + text.slice(from, Math.max(at, 0)))
    const mark = piece.appendChild(document.createElement("mark"))
    mark.textContent = text.slice(Math.max(at, 0), Math.max(at, 0) + length)
    piece.append(text.slice(Math.max(at, 0) + length, from + 180))
    return piece
}

function item([address, title, kind, first, text], wanted) {
    const item = document.createElement("li")
    const link = item.appendChild(document.createElement("a"))
    link.href = "../" + address
    link.textContent = title
    item.appendChild(document.createElement("small")).textContent = (isSection(address) ? " · " : " ") + kind
    const isInText = !wanted.some(word => word.test(first)) && wanted.some(word => word.test(text))
    item.appendChild(document.createElement("p")).append(marked(first, isInText ? [] : wanted))
    if (isInText) item.appendChild(document.createElement("p")).append(marked(text, wanted))
    return item
}

function start() {
    const input = document.querySelector("input")
    const [list, count] = [document.querySelector("#found"), document.querySelector("#count")]
    input.value = new URLSearchParams(location.search).get("q") ?? ""
    const pages = fetch("index.json").then(answer => answer.json())
    const search = async () => {
        const found = find(input.value, await pages)
        const some = found.pages.length - found.full
        count.textContent = !input.value.trim() ? "" : !found.pages.length
            ? "No page has this. Try one word of a task, such as fade, or a part of a name."
            : `${found.full} found` + (some ? `, and ${some} with some of the words` : "")
        list.replaceChildren(...found.pages.slice(0, MOST).map(page => item(page, found.wanted)))
        history.replaceState(null, "", input.value ? "?q=" + encodeURIComponent(input.value) : location.pathname)
    }
    input.addEventListener("input", search)
    input.form.addEventListener("submit", event => event.preventDefault())
    search()
}

if (typeof document != "undefined") start()
