/* Versions and hashes of the device's memory. */
#include "program/serve/contents.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 20 };

struct content *contents_find(struct session *session, device_address address)
{
    for (size_t i = 0; i < session->content_count; i++)
        if (address - session->contents[i]->start < session->contents[i]->size_bytes)
            return session->contents[i];
    return NULL;
}

struct content *contents_get(struct session *session, device_address start, uint64_t size_bytes)
{
    struct content *content = contents_find(session, start);
    if (content)
        return content;
    const struct session_buffer *buffer = session_find_buffer(session, start);
    content = ARENA_NEW(session->arena, struct content);
    *content = (struct content){
        .start = start, .size_bytes = size_bytes, .version = ++session->changes, .is_defined = !buffer};
    session->contents = session_grow(session, session->contents, session->content_count, sizeof *session->contents);
    session->contents[session->content_count++] = content;
    return content;
}

void contents_change(struct session *session, struct content *content)
{
    content->version = ++session->changes;
    content->is_written = true;
}

void contents_note_copy(struct session *session, device_address address, uint64_t size_bytes,
                        struct session_place place)
{
    struct content *content = contents_find(session, address);
    if (!content)
        return;
    content->copied = content->copied_bytes ? (struct session_place){0} : place;
    content->copied_bytes += size_bytes;
}

/* Variables have none until a launch uses them. */
static struct content *find_written(struct session *session, device_address address)
{
    const struct session_buffer *buffer = session_find_buffer(session, address);
    if (buffer && buffer->is_live)
        return contents_get(session, buffer->start, buffer->size_bytes);
    return contents_find(session, address);
}

void contents_note_write(struct session *session, device_address address, uint64_t size_bytes)
{
    struct content *content = find_written(session, address);
    if (!content)
        return;
    contents_change(session, content);
    content->is_defined |= address == content->start && size_bytes == content->size_bytes;
}

/* --- bytes ------------------------------------------------------------------------------------ */

bool contents_read(struct session *session, const struct content *content, char *out)
{
    unsigned checks = session->device->checks;
    session->device->checks = 0;
    bool done = session->device->vtable->read(session->device, out, content->start, content->size_bytes, NULL);
    session->device->checks = checks;
    return done;
}

bool contents_write(struct session *session, struct content *content, const char *bytes, uint64_t hash)
{
    unsigned checks = session->device->checks;
    session->device->checks = 0;
    bool done = session->device->vtable->write(session->device, content->start, bytes, content->size_bytes, NULL);
    session->device->checks = checks;
    contents_change(session, content);
    content->hash = hash;
    content->hash_version = content->version;
    return done;
}

static uint64_t mix(uint64_t hash, const char *bytes, size_t size_bytes)
{
    const uint64_t prime = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t word = 0;
    for (; size_bytes >= sizeof word; bytes += sizeof word, size_bytes -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * prime;
        hash ^= hash >> 29;
    }
    word = 0;
    memcpy(&word, bytes, size_bytes);
    hash = (hash ^ word) * prime;
    return hash ^ hash >> 32;
}

static uint64_t hash_of(struct session *session, const struct content *content)
{
    struct device *device = session->device;
    unsigned checks = device->checks;
    char *chunk = malloc(CHUNK_BYTES);
    uint64_t hash = 1;
    if (!chunk)
        abort();
    device->checks = 0;
    for (uint64_t at = 0; at < content->size_bytes; at += CHUNK_BYTES) {
        uint64_t left = content->size_bytes - at, bytes = left < CHUNK_BYTES ? left : CHUNK_BYTES;
        if (device->vtable->read(device, chunk, content->start + at, bytes, NULL))
            hash = mix(hash, chunk, bytes);
    }
    device->checks = checks;
    free(chunk);
    return hash;
}

uint64_t contents_hash(struct session *session, struct content *content)
{
    if (content->hash_version != content->version)
        content->hash = hash_of(session, content);
    content->hash_version = content->version;
    return content->hash;
}

/* --- fills ------------------------------------------------------------------------------------ */

bool contents_are_filled(struct session *session, const struct contents_fill *fill, double *out_ns)
{
    const struct content *content = contents_find(session, fill->start);
    if (!content || content->fill_version != content->version || memcmp(&content->fill, fill, sizeof *fill) != 0)
        return false;
    *out_ns = content->fill_ns;
    return true;
}

void contents_note_fill(struct session *session, const struct contents_fill *fill, double ns)
{
    uint64_t reach = fill->height ? (fill->height - 1) * fill->pitch + fill->width : 0;
    bool has_gaps = fill->height > 1 && fill->pitch != fill->width;
    contents_note_write(session, fill->start, has_gaps ? 0 : reach);
    struct content *content = contents_find(session, fill->start);
    if (!content)
        return;
    content->fill = *fill;
    content->fill_version = content->version;
    content->fill_ns = ns;
}
