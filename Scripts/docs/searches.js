// searches.js SITE   searches the site as readers do, and ends with an error where a page is not among the first three that are found
//
// searches.tsv beside this script has the queries, misspelt ones too, each with a part of the addresses of which one is wanted.
const fs = require("fs")
const path = require("path")
const { Index, find } = require("./ranking.js")

const FIRST = 3
const index = new Index(JSON.parse(fs.readFileSync(path.join(process.argv[2], "search/index.json"))))
const rows = fs.readFileSync(path.join(__dirname, "searches.tsv"), "utf8").split("\n").filter(line => line && !line.startsWith("#"))
const missed = rows.filter(row => {
    const [query, ...parts] = row.split("\t")
    const found = find(query, index).pages.map(([address]) => address)
    if (found.slice(0, FIRST).some(address => parts.some(part => address.includes(part)))) return false
    console.error(`searches: "${query}" finds ${found.slice(0, FIRST).join(" ")}, not ${parts.join(" or ")}`)
    return true
})
console.log(`searches: ${rows.length - missed.length} of ${rows.length} find their page among the first ${FIRST}`)
process.exit(rows.length > 0 && missed.length == 0 ? 0 : 1)
