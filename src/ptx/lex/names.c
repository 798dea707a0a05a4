/* The hash table of interned names. */
#include "ptx/lex/names.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "ptx/program.h"

enum { FIRST_BUCKETS = 512 };

static struct ptx_name **buckets_new(uint32_t count)
{
    struct ptx_name **buckets = calloc(count, sizeof *buckets);
    if (!buckets)
        abort();
    return buckets;
}

void names_init(struct ptx_names *names, struct arena *arena)
{
    *names = (struct ptx_names){.arena = arena, .bucket_count = FIRST_BUCKETS};
    names->buckets = buckets_new(FIRST_BUCKETS);
    if (getrandom(&names->seed, sizeof names->seed, GRND_NONBLOCK) != (ssize_t)sizeof names->seed)
        names->seed = (uint32_t)(uintptr_t)names->buckets;
}

void names_done(struct ptx_names *names)
{
    free(names->buckets);
    names->buckets = NULL;
}

/* FNV keeps its entropy in the high bits. */
static uint32_t bucket_of(const struct ptx_names *names, uint32_t hash)
{
    return (hash ^ hash >> 15) & (names->bucket_count - 1);
}

static void grow(struct ptx_names *names)
{
    struct ptx_name **old = names->buckets;
    uint32_t old_count = names->bucket_count;
    names->bucket_count *= 2;
    names->buckets = buckets_new(names->bucket_count);
    for (uint32_t i = 0; i < old_count; i++) {
        for (struct ptx_name *name = old[i], *next; name; name = next) {
            next = name->next;
            uint32_t bucket = bucket_of(names, name->hash);
            name->next = names->buckets[bucket];
            names->buckets[bucket] = name;
        }
    }
    free(old);
}

struct ptx_name *names_intern(struct ptx_names *names, const char *text, size_t length, uint32_t hash)
{
    uint32_t bucket = bucket_of(names, hash);
    for (struct ptx_name *name = names->buckets[bucket]; name; name = name->next)
        if (name->hash == hash && name->length == length && memcmp(name->text, text, length) == 0)
            return name;
    if (names->count >= names->bucket_count) {
        grow(names);
        bucket = bucket_of(names, hash);
    }
    struct ptx_name *name = ARENA_NEW(names->arena, struct ptx_name);
    name->text = arena_strndup(names->arena, text, length);
    name->length = (uint32_t)length;
    name->hash = hash;
    name->next = names->buckets[bucket];
    names->buckets[bucket] = name;
    names->count++;
    return name;
}

struct ptx_name *names_intern_text(struct ptx_names *names, const char *text, size_t length)
{
    uint32_t hash = names->seed;
    for (size_t i = 0; i < length; i++)
        hash = names_hash_step(hash, (unsigned char)text[i]);
    return names_intern(names, text, length, hash);
}

static void classify_number(struct ptx_names *names, struct ptx_name *name)
{
    enum { DIGITS_MAX = 9 };
    uint32_t start = name->length;
    while (start > 0 && name->text[start - 1] >= '0' && name->text[start - 1] <= '9')
        start--;
    uint32_t digits = name->length - start;
    if (digits == 0 || digits > DIGITS_MAX || start == 0 || (digits > 1 && name->text[start] == '0'))
        return;
    name->number = (uint32_t)strtoul(name->text + start, NULL, 10);
    name->stem = names_intern_text(names, name->text, start);
}

/* ".x" or ".r" is 0, ".w" or ".a" is 3. Any other word is PTX_COMPONENT_ALL. */
static uint8_t component_of(const char *word)
{
    static const char letters[] = "xyzwrgba";
    const char *found = word[0] && !word[1] ? strchr(letters, word[0]) : NULL;
    return found ? (uint8_t)((found - letters) % 4) : PTX_COMPONENT_ALL;
}

void names_classify(struct ptx_names *names, struct ptx_name *name)
{
    name->is_classified = true;
    name->component = PTX_COMPONENT_ALL;
    const char *dot = strchr(name->text, '.');
    uint32_t base_length = dot ? (uint32_t)(dot - name->text) : name->length;
    name->is_dotted = dot != NULL;
    if (name->text[0] == '%')
        name->special = ptx_special_register_find(name->text, base_length, &name->special_index);
    if (dot) {
        name->component = component_of(dot + 1);
        name->stem = names_intern_text(names, name->text, base_length);
        return;
    }
    classify_number(names, name);
}
