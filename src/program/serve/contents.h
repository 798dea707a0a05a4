/*
 * What the device's memory holds, as far as a comparison needs it: a version for each buffer or
 * variable, and a hash on request.
 *
 * Equal versions mean equal bytes. Bytes that change and change back have other versions and the
 * same hash.
 */
#ifndef PROGRAM_SERVE_CONTENTS_H
#define PROGRAM_SERVE_CONTENTS_H

#include "program/serve/session.h"

/* A fill of rows. Zeros: none. */
struct contents_fill {
    device_address start;
    uint64_t pitch, width, height, byte;
    const struct session_stream *stream;
};

struct content {
    device_address start;
    uint64_t size_bytes;
    uint64_t version;
    uint64_t hash, hash_version; /* the hash is of that version; 0: none yet */
    bool is_defined;             /* all of it was written by the host, or it is a variable */
    bool is_written;             /* some of it was written, by whom ever */
    struct session_place copied; /* the only copy from the host, of so many bytes; no file: none or several */
    uint64_t copied_bytes;       /* 0: none */
    struct contents_fill fill;   /* the last one */
    uint64_t fill_version;       /* the version that it left */
    double fill_ns;
};

/* The content that has the address. NULL: nothing has used it yet. */
struct content *contents_find(struct session *session, device_address address);
/* The content of the buffer or variable with this start; a new one if there is none. */
struct content *contents_get(struct session *session, device_address start, uint64_t size_bytes);

/* The host wrote these bytes, or launches did. */
void contents_note_write(struct session *session, device_address address, uint64_t size_bytes);
void contents_change(struct session *session, struct content *content);
/* The host's write was a copy from here. */
void contents_note_copy(struct session *session, device_address address, uint64_t size_bytes,
                        struct session_place place);

uint64_t contents_hash(struct session *session, struct content *content);
/* Copies without a use of the program's. False: the device refused it. */
bool contents_read(struct session *session, const struct content *content, char *out);
bool contents_write(struct session *session, struct content *content, const char *bytes, uint64_t hash);

/* True: the rows hold this already, after the same fill. Gives the time that it took. */
bool contents_are_filled(struct session *session, const struct contents_fill *fill, double *out_ns);
void contents_note_fill(struct session *session, const struct contents_fill *fill, double ns);

#endif
