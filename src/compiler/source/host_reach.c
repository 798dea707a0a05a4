/* Follows the words of device code to the declarations that it needs. */
#include "compiler/source/host_reach.h"

#include <string.h>

#include "base/hash.h"

/* Words that many declarations contain and none declares. */
static const char *const common_words[] = {
    "struct",   "class",     "union",   "enum",  "typedef",       "using",        "template", "typename",
    "public",   "protected", "private", "const", "static",        "inline",       "extern",   "virtual",
    "volatile", "constexpr", "void",    "int",   "unsigned",      "signed",       "float",    "double",
    "char",     "short",     "long",    "bool",  "auto",          "size_t",       "final",    "define",
    "noexcept", "explicit",  "friend",  "std",   "__attribute__", "__restrict__",
};

/* The words that device code mentions: an open hash table. */
struct words {
    struct host_token *slots;
    size_t size; /* a power of two, more than the words */
};

static bool is_same(struct host_token a, struct host_token b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static struct host_token *slot_of(const struct words *words, struct host_token word)
{
    size_t at = hash_64(word.text, word.length) & (words->size - 1);
    while (words->slots[at].text && !is_same(words->slots[at], word))
        at = (at + 1) & (words->size - 1);
    return &words->slots[at];
}

static bool is_common(struct host_token word)
{
    for (size_t i = 0; i < sizeof common_words / sizeof common_words[0]; i++)
        if (host_token_is(word, common_words[i]))
            return true;
    return false;
}

/* The next name in a text, or END. The words of directives count. */
static struct host_token next_name(const char **at, const char *stop)
{
    struct host_token token;
    do {
        token = host_token_read(*at, stop, false);
        *at += token.length;
    } while (token.kind != HOST_TOKEN_NAME && token.kind != HOST_TOKEN_END);
    return token;
}

static void mention_all(struct words *words, const char *at, const char *stop)
{
    for (struct host_token name; (name = next_name(&at, stop)).kind != HOST_TOKEN_END;)
        *slot_of(words, name) = name;
}

/* The position in a declaration: open brackets, and whether a list of bases has begun. */
struct place {
    int parentheses, braces, angles; /* angles: of template<..> */
    bool in_template, in_bases, is_enum;
    struct host_token last;
};

static void step(struct place *place, struct host_token token)
{
    char c = token.kind == HOST_TOKEN_OTHER ? *token.text : ' ';
    bool is_scope = c == ':' && (place->last.text && *place->last.text == ':');
    place->parentheses += (c == '(') - (c == ')');
    place->braces += (c == '{') - (c == '}');
    if (place->in_template && place->parentheses == 0)
        place->angles += (c == '<') - (c == '>');
    if (place->in_template && c == '>' && place->angles == 0)
        place->in_template = false;
    if (c == ':' && place->braces == 0)
        place->in_bases = !is_scope;
    if (c == '{')
        place->in_bases = false;
    place->in_template |= host_token_is(token, "template");
    place->is_enum |= host_token_is(token, "enum");
    place->last = token;
}

/* Whether a word here could be one that the declaration declares. */
static bool declares(const struct place *place, struct host_token token)
{
    bool is_pointer = place->last.text && *place->last.text == '*'; /* typedef float (*function)(float); */
    return token.kind == HOST_TOKEN_NAME && !is_common(token) && (place->parentheses == 0 || is_pointer) &&
           !place->in_template && !place->in_bases && (place->braces == 0 || place->is_enum);
}

/* A macro declares its name. Other declarations may declare any word outside of brackets. */
static bool is_mentioned(const struct words *words, const struct host_reach *reach)
{
    const char *at = reach->start;
    struct place place = {0};
    for (struct host_token token; (token = host_token_read(at, reach->stop, false)).kind != HOST_TOKEN_END;) {
        at += token.length;
        if (declares(&place, token) && slot_of(words, token)->text)
            return true;
        if (reach->is_define && declares(&place, token))
            return false;
        step(&place, token);
    }
    return false;
}

static bool make_words(struct words *words, const struct host_reach *list, size_t count, const char *const *asked,
                       struct arena *arena)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += (size_t)(list[i].stop - list[i].start);
    for (size_t i = 0; asked[i]; i++)
        bytes += strlen(asked[i]);
    for (words->size = 64; words->size < bytes; words->size *= 2)
        continue;
    words->slots = ARENA_ARRAY(arena, words->size, struct host_token);
    return words->slots != NULL;
}

void host_reach_find(struct host_reach *list, size_t count, const char *const *asked, struct arena *arena)
{
    struct words words;
    if (!make_words(&words, list, count, asked, arena))
        return;
    for (size_t i = 0; asked[i]; i++)
        mention_all(&words, asked[i], asked[i] + strlen(asked[i]));
    for (size_t i = 0; i < count; i++)
        if (list[i].is_reached)
            mention_all(&words, list[i].start, list[i].stop);
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (size_t i = 0; i < count; i++) {
            if (list[i].is_reached || !is_mentioned(&words, &list[i]))
                continue;
            list[i].is_reached = has_grown = true;
            mention_all(&words, list[i].start, list[i].stop);
        }
    }
}
