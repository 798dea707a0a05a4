/* For tests of translations: whether a text in another language still has an English word. */
#ifndef TESTS_SUPPORT_FOREIGN_WORDS_H
#define TESTS_SUPPORT_FOREIGN_WORDS_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Words of sentences. A name of code, such as compare-and-swap, is one word. */
static inline bool foreign_is_english(const char *word, size_t length)
{
    static const char *const words[] = {
        "the",     "of",      "and",        "which",   "is",     "are",     "was",    "were",    "it",      "its",
        "this",    "that",    "with",       "without", "by",     "at",      "on",     "in",      "for",     "to",
        "from",    "not",     "but",        "than",    "when",   "reads",   "writes", "updates", "uses",    "stores",
        "wrote",   "read",    "waits",      "wait",    "thread", "threads", "block",  "blocks",  "lane",    "lanes",
        "line",    "barrier", "barriers",   "memory",  "buffer", "address", "value",  "launch",  "past",    "end",
        "start",   "before",  "after",      "nothing", "only",   "first",   "one",    "never",   "limited", "bandwidth",
        "latency", "fewer",   "more",       "unit",    "units",  "peak",    "shared", "an",      "element", "elements",
        "device",  "copy",    "parameters", "way",     "right",  "wrong"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length && !strncmp(words[i], word, length))
            return true;
    return false;
}

/* The first English word; NULL: there is none. */
static inline const char *foreign_find_english(const char *text)
{
    for (const char *at = text; *at;) {
        size_t length = 0;
        if (*at == '{' && strchr(at, '}')) /* a field */
            at = strchr(at, '}');
        while ((unsigned char)at[length] >= 0x80 || isalnum((unsigned char)at[length]) ||
               (at[length] && strchr("_-.`", at[length])))
            length++;
        size_t word = length;
        while (word > 0 && strchr(".-", at[word - 1])) /* the end of a sentence */
            word--;
        if (foreign_is_english(at, word))
            return at;
        at += length ? length : 1;
    }
    return NULL;
}

#endif
