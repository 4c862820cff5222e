// The search page: shows what ranking.js finds in index.json.
const MOST = 40

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
    const index = fetch("index.json").then(answer => answer.json()).then(pages => new Index(pages))
    const search = async () => {
        const found = find(input.value, await index)
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

start()
