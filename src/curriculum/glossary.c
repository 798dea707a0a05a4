/* Reads the glossary and finds words in it. */
#include "curriculum/glossary.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/identifier.h"
#include "curriculum/yaml/yaml.h"

enum { TERMS_MAX = 2000 };

struct reading {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct source *source;
    struct glossary *glossary;
    bool is_translation;
};

static bool mistake(struct reading *reading, const struct yaml_node *node, const char *words)
{
    return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, node->location, "%s", words);
}

/* The text of a key. NULL: it is missing, or no text, which is then reported. */
static const char *text_of(struct reading *reading, const struct yaml_node *entry, const char *key, bool is_required)
{
    const struct yaml_node *node = yaml_child(entry, key);
    if (node && node->kind == YAML_KIND_SCALAR)
        return yaml_trimmed(reading->arena, node);
    if (node)
        mistake(reading, node, "this must be a text");
    else if (is_required)
        mistake(reading, entry, strcmp(key, "term") == 0 ? "'term' is missing" : "'say' is missing");
    return NULL;
}

static struct text_list list_of(struct reading *reading, const struct yaml_node *entry, const char *key)
{
    const struct yaml_node *node = yaml_child(entry, key);
    struct text_list list = {0};
    if (!node)
        return list;
    list.items = ARENA_ARRAY(reading->arena, node->child_count + 1, const char *);
    if (node->kind != YAML_KIND_SEQUENCE)
        mistake(reading, node, "this must be a list");
    for (const struct yaml_node *item = node->first; item; item = item->next) {
        if (item->kind == YAML_KIND_SCALAR)
            list.items[list.count++] = yaml_trimmed(reading->arena, item);
        else
            mistake(reading, item, "this must be a text");
    }
    return list;
}

/* A translation adds spellings: names such as float4 are the same in every language. */
static struct text_list joined(struct arena *arena, struct text_list a, struct text_list b)
{
    struct text_list list = {ARENA_ARRAY(arena, a.count + b.count + 1, const char *), 0};
    for (size_t i = 0; i < a.count; i++)
        list.items[list.count++] = a.items[i];
    for (size_t i = 0; i < b.count; i++)
        list.items[list.count++] = b.items[i];
    return list;
}

static void check_keys(struct reading *reading, const struct yaml_node *entry)
{
    static const char *const keys[] = {"term", "name", "also", "say", "see"};
    for (const struct yaml_node *child = entry->first; child; child = child->next) {
        bool is_known = false;
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
            is_known = is_known || strcmp(child->key->text, keys[i]) == 0;
        if (!is_known)
            mistake(reading, child->key, "a term has the keys term, name, also, say and see");
    }
}

static struct glossary_term *term_named(const struct glossary *glossary, const char *name)
{
    for (size_t i = 0; i < glossary->count; i++)
        if (strcasecmp(glossary->terms[i].term, name) == 0)
            return &glossary->terms[i];
    return NULL;
}

static void read_entry(struct reading *reading, const struct yaml_node *entry)
{
    struct glossary *glossary = reading->glossary;
    if (entry->kind != YAML_KIND_MAPPING) {
        mistake(reading, entry, "a term is a mapping with 'term' and 'say'");
        return;
    }
    check_keys(reading, entry);
    const char *name = text_of(reading, entry, "term", true), *say = text_of(reading, entry, "say", true);
    if (!name || !say)
        return;
    struct glossary_term *term = term_named(glossary, name);
    if (!!term != reading->is_translation) {
        mistake(reading, entry, term ? "this term is there twice" : "the English glossary has no such term");
        return;
    }
    if (!term) {
        term = &glossary->terms[glossary->count++];
        *term = (struct glossary_term){.term = name, .see = text_of(reading, entry, "see", false)};
    }
    const char *shown = text_of(reading, entry, "name", false);
    term->name = shown ? shown : name;
    term->say = say;
    term->also = joined(reading->arena, term->also, list_of(reading, entry, "also"));
}

static void read_file(struct reading *reading, const char *root, const char *name)
{
    const char *path = path_join(reading->arena, path_join(reading->arena, root, "lessons"), name);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct source *source = ARENA_NEW(reading->arena, struct source);
    if (!file_exists(path) || !file_read(path, YAML_SIZE_MAX_BYTES, &text, NULL))
        return;
    *source = (struct source){arena_printf(reading->arena, "lessons/%s", name),
                              arena_strndup(reading->arena, buffer_text(&text), text.size_bytes), text.size_bytes};
    reading->source = source;
    struct yaml_node *list = yaml_read(reading->arena, source, reading->diagnostics);
    if (!list)
        return;
    if (list->kind != YAML_KIND_SEQUENCE || list->child_count > TERMS_MAX) {
        mistake(reading, list, "a glossary is a list of terms");
        return;
    }
    if (!reading->is_translation)
        reading->glossary->terms = ARENA_ARRAY(reading->arena, list->child_count + 1, struct glossary_term);
    for (const struct yaml_node *entry = list->first; entry; entry = entry->next)
        read_entry(reading, entry);
}

static int compare_terms(const void *left, const void *right)
{
    const struct glossary_term *a = left, *b = right;
    return strcasecmp(a->name, b->name);
}

void glossary_load(const char *root, const char *language, struct arena *arena, struct diagnostics *diagnostics,
                   struct glossary *out_glossary)
{
    *out_glossary = (struct glossary){0};
    struct reading reading = {.arena = arena, .diagnostics = diagnostics, .glossary = out_glossary};
    read_file(&reading, root, "glossary.yaml");
    reading.is_translation = true;
    if (language && strcmp(language, "en") != 0 && out_glossary->count > 0)
        read_file(&reading, root, arena_printf(arena, "glossary.%s.yaml", language));
    if (out_glossary->count > 0)
        qsort(out_glossary->terms, out_glossary->count, sizeof out_glossary->terms[0], compare_terms);
}

/* Whether `word` is the spelling, or its plural. */
static bool is_spelling(const char *spelling, const char *word)
{
    size_t length = strlen(spelling);
    if (strncasecmp(spelling, word, length) != 0)
        return false;
    return strcmp(word + length, "") == 0 || strcasecmp(word + length, "s") == 0 ||
           strcasecmp(word + length, "es") == 0;
}

const struct glossary_term *glossary_find(const struct glossary *glossary, const char *word)
{
    for (size_t i = 0; i < glossary->count; i++) {
        const struct glossary_term *term = &glossary->terms[i];
        bool fits = is_spelling(term->name, word) || is_spelling(term->term, word);
        for (size_t j = 0; j < term->also.count && !fits; j++)
            fits = is_spelling(term->also.items[j], word);
        if (fits)
            return term;
    }
    return NULL;
}

static const char *find_word(const char *spelling, const char *text)
{
    size_t length = strlen(spelling);
    bool is_word = length > 0 && identifier_has(spelling[0]); /* Chinese has no spaces between words */
    for (const char *at = text; length > 0 && (at = strcasestr(at, spelling)) != NULL; at++) {
        const char *end = at + length;
        end += *end == 's' && is_word;
        if (!is_word || ((at == text || !identifier_has(at[-1])) && !identifier_has(*end)))
            return at;
    }
    return NULL;
}

static const char *earlier(const char *a, const char *b)
{
    return !a ? b : !b ? a : a < b ? a : b;
}

const char *glossary_find_in(const struct glossary_term *term, const char *text)
{
    const char *first = earlier(find_word(term->name, text), find_word(term->term, text));
    for (size_t i = 0; i < term->also.count; i++)
        first = earlier(first, find_word(term->also.items[i], text));
    return first;
}
