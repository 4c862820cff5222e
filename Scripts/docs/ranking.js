// Looks through search/index.json: (address, title, kind, first sentence, text) of each page, and of each section of an article.
//
// A page counts for each word of the query that it has: more in its title than in its first sentence, more there than in its text,
// and more the fewer pages have the word. Words count by their stems. Words that mean the same count too, and so do longer words that
// begin alike. A word that no page has counts as its two parts, or as what it may be a misspelling of. Pages that are called like the
// query or like a name in it come first. An article whose section was found before it is left out, and so are most members of one type.
// Of one type, so many properties and cases; all, where the query names the type.
const MEMBERS = 3

// The words of a page of usual length.
const USUAL = 100

// Words that say little of what is searched for.
const QUIET = new Set(
    ("a an and are can do does for from get has have how i if in into is it its make my need not of on or out problem program "
        + "project some swift that the there this to use using want what when where which why with work works you").split(" "))
// Words that mean about the same here. What has two words is found where both are.
const ALIKE = [
    ["headphones", "headset", "earphones", "earbuds"], ["unplug", "disconnect", "remove", "plug"],
    ["bitrate", "bit rate", "kbps", "kbit"], ["m4a", "aac"], ["wav", "wave"], ["mic", "microphone"],
    ["permission", "authorization", "ask permission"], ["speaker", "loudspeaker", "output"],
    ["song", "music", "sound", "audio"], ["louder", "quiet", "volume"], ["gradually", "smoothly", "fade"], ["repeat", "loop"],
    ["length", "duration"], ["error", "fail", "status"], ["cpp", "c++"], ["beep", "alert"], ["compress", "encode", "convert"],
    ["resample", "sample rate"], ["silent", "silence", "heard"], ["memory", "data"], ["save", "write"],
    ["bluetooth", "headphones"], ["latency", "buffer duration", "buffer size"], ["crossfade", "fade"],
    ["pkg_check_modules", "cmake"], ["g++", "compiler"],
].map(group => group.map(words => words.split(" ").map(stem)))

function stem(word) {
    if (!/^[a-z]{4,}$/.test(word)) return word
    const short = word.replace(/(?:ings?|ed|es|s|ly)$/, "")
    return (short.length < 3 ? word : short).replace(/e$/, "").replace(/([bdgmnprt])\1$/, "$1")
}

// The words of a text: names, numbers with their signs, codes of four characters, C++ and file names' ends.
function words(text) { return text.toLowerCase().match(/'[^'\s]{4}'|-?\d+|[a-z_]\w*(?:\+\+)?/g) ?? [] }

// The words within a name: of kAudioQueueErr_CannotStart audio, queue, err, cannot, start.
function humps(name) {
    return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map(word => word.toLowerCase()).filter(word => word != "k")
}

function isSection(address) { return address.includes("#") }

function isArticle(address, kind) { return isSection(address) || /^(Article|API Collection|Guide|Tutorial|Example|)$/.test(kind) }

function isPart(kind) {
    return /^(Instance Property|Type Property|Property|Enumeration Case|Case|Global Variable|Type Alias)$/.test(kind)
}

// For each stem, the pages that have it and how much each is about it; made once.
class Index {
    constructor(pages) {
        this.pages = pages
        this.found = new Map()
        pages.forEach(([address, title, kind, first, text], page) => {
            const weights = new Map()
            const note = (word, weight) => weights.set(word, Math.max(weights.get(word) ?? 0, weight))
            const [all, counts] = [words(text), new Map()]
            for (const word of all) counts.set(stem(word), (counts.get(stem(word)) ?? 0) + 1)
            counts.forEach((count, word) => note(word, 4 * count / (count + 1 + all.length / USUAL)))
            if (isSection(address)) for (const word of words(kind)) note(stem(word), 2)
            for (const word of words(first)) note(stem(word), 4)
            const parts = [...new Set(humps(title))]
            const whole = isArticle(address, kind) ? 10 : 7
            for (const word of parts) note(stem(word), whole * (1 + 1 / parts.length))
            for (const word of words(title)) note(stem(word), whole * 2)
            weights.forEach((weight, word) => {
                if (!this.found.has(word)) this.found.set(word, new Map())
                this.found.get(word).set(page, weight)
            })
        })
        this.vocabulary = [...this.found.keys()]
    }

    rarity(word) { return Math.log(1 + this.pages.length / (this.found.get(word)?.size ?? 1)) }

    // What a word of a query stands for: lists of stems that a page must have, each with what it counts.
    meanings(word) {
        const own = stem(word)
        const like = ALIKE.filter(group => group.some(each => each.length == 1 && each[0] == own)).flat()
        const meanings = [[[own], 1], ...like.filter(each => each.length > 1 || each[0] != own).map(each => [each, 0.6])]
        if (word.length > 2) {
            const begun = this.vocabulary.filter(each => each != own && each.startsWith(own) && each.length > 3)
            meanings.push(...begun.slice(0, 200).map(each => [[each], 0.5]))
        }
        const cuts = [...word].map((_, at) => [stem(word.slice(0, at)), stem(word.slice(at))])
        const isWord = each => each.length > 1 && this.found.has(each)
        const halves = cuts.filter(parts => parts.every(isWord)).map(parts => [parts, 0.8])
        const known = meanings.filter(([stems]) => stems.every(each => this.found.has(each)))
        // A name of one page, as of a variable in its code, may be two words to the reader.
        if (known.length) return this.found.get(own)?.size < 3 ? [...meanings, ...halves] : meanings
        return halves.length ? halves : this.near(own).map(each => [[each], 0.7])
    }

    // The words that differ from one by a letter, or from a long one by two.
    near(word) {
        const most = word.length < 5 ? 0 : word.length < 9 ? 1 : 2
        const isNear = each => Math.abs(each.length - word.length) <= most && distance(each, word) <= most
        return most ? this.vocabulary.filter(isNear) : []
    }
}

// How many letters must be changed, added or left out.
function distance(a, b) {
    let row = [...Array(b.length + 1).keys()]
    for (let i = 1; i <= a.length; i++) {
        const next = [i]
        for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] != b[j - 1]))
        row = next
    }
    return row[b.length]
}

// The words of a query, of which a number with its unit is two.
function asked(query) {
    const parts = query.toLowerCase().replace(/(\d)(k|kbps|kbit|khz|hz)\b/g, "$1 $2")
    return parts.match(/'?[^\s'/,;:()"-]{3}\?'?|-\d+|\w+(?:\+\+)?/g) ?? []
}

// Whether a page is called like the query, or like a name in it.
function isNamed([address, title, kind], whole, names) {
    const bare = title.toLowerCase().split("(")[0]
    const last = isArticle(address, kind) ? bare : bare.split(".").pop()
    if ([title.toLowerCase(), bare, last].includes(whole) || names.includes(bare)) return true
    return names.includes(last) && !isPart(kind)
}

// The pages that a query finds, best first, and how many of them have all of its words.
function find(query, index) {
    if (!query.trim()) return { pages: [], full: 0, wanted: [] }
    const whole = query.trim().toLowerCase()
    const all = asked(query), told = all.filter(word => !QUIET.has(word))
    const wanted = told.length ? told : all
    // Words that are names as programs write them, or may be misspelt names.
    const written = word => query.match(new RegExp(escaped(word), "i"))?.[0] ?? ""
    const long = wanted.filter(word => word.length > 9 || /[a-z][A-Z]|_/.test(written(word)))
    const names = [...long, ...long.filter(word => !index.found.has(stem(word))).flatMap(word => index.near(word))]
    const scores = new Map(), has = new Map()
    let total = 0
    for (const word of wanted) {
        const best = new Map()
        const meanings = index.meanings(word)
        const known = meanings.filter(([stems]) => stems.every(each => index.found.has(each)))
        const most = ([stems, counts]) => counts * Math.min(...stems.map(each => index.rarity(each)))
        const weight = known.length ? Math.max(...known.map(most)) : 5
        total += weight
        for (const [stems, counts] of known) {
            const rarity = Math.min(weight, stems.reduce((sum, each) => sum + index.rarity(each), 0))
            index.found.get(stems[0]).forEach((first, page) => {
                const others = stems.slice(1).map(each => index.found.get(each).get(page) ?? 0)
                const least = Math.min(first, ...others)
                if (least > 0) best.set(page, Math.max(best.get(page) ?? 0, least * counts * rarity))
            })
        }
        best.forEach((value, page) => {
            scores.set(page, (scores.get(page) ?? 0) + value)
            has.set(page, (has.get(page) ?? 0) + weight)
        })
    }
    // A status or a code of four characters, as the page of its constant says it.
    const codes = wanted.length == 1 ? [whole] : wanted.filter(word => /^-\d+$|^'?[^']{3}\?'?$/.test(word))
    const values = codes.filter(code => code.length > 1).map(code => escaped(code.replace(/^'|'$/g, "")))
        .map(code => new RegExp(`The value is '?${code}(?![\\w])|as a number ${code}\\.`, "i"))
    const hits = index.pages.map((page, number) => {
        const [address, title, kind, first, text] = page
        const share = (has.get(number) ?? 0) / (total || 1)
        // What is named here and does nothing comes after what does.
        const isIdle = /no such service here/.test(first + text.slice(0, 500))
        const form = (isIdle ? 0.3 : 1) * (isArticle(address, kind) ? 1.3 : isPart(kind) ? 0.6 : 1)
        const top = isNamed(page, whole, names) ? 2000 : values.some(value => value.test(text)) ? 1000 : 0
        return { page, share, sum: top + (scores.get(number) ?? 0) * share * share * form }
    }).filter(({ share, sum }) => share > 0.3 || sum >= 1000)
    hits.sort((a, b) => b.sum - a.sum || a.page[1].length - b.page[1].length)
    const seen = new Set(), members = {}
    const shown = hits.filter(({ page: [address, title, kind] }) => {
        if (isSection(address)) return seen.add(address.split("#")[0])
        const owner = isPart(kind) && title.includes(".") ? title.split(".")[0] : ""
        if (owner) members[owner] = (members[owner] ?? 0) + 1
        return !seen.has(address) && (!owner || members[owner] <= MEMBERS || whole.includes(owner.toLowerCase()))
    })
    const start = word => /^\w/.test(word) ? "(?<![a-z0-9])" : "(?<!\\w)"
    return {
        pages: shown.map(({ page }) => page), full: shown.filter(({ share }) => share > 0.999).length,
        wanted: wanted.map(word => new RegExp(start(word) + escaped(stem(word)) + "[a-z]*", "i")),
    }
}

function escaped(text) { return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") }

if (typeof module != "undefined") module.exports = { Index, find }
