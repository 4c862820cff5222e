/// What languages do with letters and articles.
enum SortTables {
    /// Letters that come after another one, or have the place of another: `Alphabet` has the form. After the Unicode Common Locale
    /// Data Repository's tailorings, as far as they are of letters.
    static let alphabets: [String: String] = [
        "az": "c<ç e<ə g<ğ h<x<ı k<q o<ö s<ş u<ü",
        "bs": "c<č<ć d<dž<đ l<lj n<nj s<š z<ž",
        "cs": "c<č h<ch r<ř s<š z<ž",
        "cy": "c<ch d<dd f<ff g<ng l<ll p<ph r<rh t<th",
        "da": "z<æ=ä<ø=ö=ő<å=aa y=ü d=đ t<þ",
        "es": "n<ñ",
        "et": "s<š<z<ž w<õ<ä<ö<ü",
        "eu": "n<ñ",
        "fi": "z<å<ä=æ<ö=ø y=ü d=đ v=w",
        "fo": "z<æ=ä<ø=ö<å=aa y=ü",
        "gl": "n<ñ",
        "hr": "c<č<ć d<dž<đ l<lj n<nj s<š z<ž",
        "hu": "c<cs d<dz<dzs g<gy l<ly n<ny o<ö=ő s<sz t<ty u<ü=ű z<zs",
        "is": "a<á d<ð=đ e<é i<í o<ó u<ú y<ý z<þ<æ=ä<ö=ø<å",
        "lt": "c<č i=y s<š z<ž",
        "lv": "c<č g<ģ i=y k<ķ l<ļ n<ņ r<ŗ s<š z<ž",
        "nb": "z<æ=ä<ø=ö=ő<å=aa y=ü d=đ",
        "nn": "z<æ=ä<ø=ö=ő<å=aa y=ü d=đ",
        "no": "z<æ=ä<ø=ö=ő<å=aa y=ü d=đ",
        "pl": "a<ą c<ć e<ę l<ł n<ń o<ó s<ś z<ź<ż",
        "ro": "a<ă<â i<î s<ș=ş t<ț=ţ",
        "sk": "a<ä c<č h<ch o<ô s<š z<ž",
        "sl": "c<č<ć d<đ s<š z<ž",
        "sq": "c<ç d<dh e<ë g<gj l<ll n<nj r<rr s<sh t<th x<xh z<zh",
        "sv": "z<å<ä=æ<ö=ø y=ü d=đ",
        "tr": "c<ç g<ğ h<ı o<ö s<ş u<ü",
        "vi": "a<ă<â d<đ e<ê o<ô<ơ u<ư",
    ]

    /// Articles in small letters. One that ends in an apostrophe has no space after it.
    static let articles: [String: String] = [
        "ca": "el la els les l'",
        "de": "der die das",
        "en": "the a an",
        "es": "el la los las",
        "fr": "le la les l'",
        "it": "il lo la i gli le l'",
        "nl": "de het een",
        "pt": "o a os as",
    ]
}
