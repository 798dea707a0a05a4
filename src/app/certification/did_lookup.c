/* Fetches the documents of did:web identifiers. */
#include "app/certification/did_lookup.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "certificate/did_web.h"
#include "program/tool.h"

enum { SECONDS_MAX = 12, STATUS_LENGTH = 3, STATUS_GOOD = 200, CURL_TOO_LARGE = 63 };

/* Names and certificates of hosts. */
static const char *const network_paths[] = {"/etc/resolv.conf",
                                            "/etc/hosts",
                                            "/etc/host.conf",
                                            "/etc/gai.conf",
                                            "/etc/nsswitch.conf",
                                            "/etc/services",
                                            "/etc/ssl",
                                            "/etc/pki",
                                            "/etc/ca-certificates",
                                            "/etc/ld.so.cache",
                                            "/etc/alternatives",
                                            "/run/systemd/resolve",
                                            "/dev/urandom",
                                            NULL};

/* curl ends its words with the status, by --write-out. */
static int status_of(const struct subprocess_output *output)
{
    const char *text = buffer_text(&output->errors);
    size_t length = strlen(text);
    return length < STATUS_LENGTH ? 0 : (int)strtol(text + length - STATUS_LENGTH, NULL, 10);
}

static bool check_answer(const struct tool *curl, const char *url, const struct subprocess_output *output,
                         struct error *error)
{
    bool is_too_large = output->truncated || (!output->status.signalled && output->status.code == CURL_TOO_LARGE);
    if (is_too_large)
        return error_set(error, ERROR_RANGE, "%s: the document is larger than %d bytes", url, DID_WEB_BYTES_MAX);
    if (!tool_check(curl, output, error))
        return error_add_context(error, "%s", url);
    int status = status_of(output);
    if (status >= 300 && status < 400)
        return error_set(error, ERROR_RANGE, "%s sends elsewhere (status %d), and nothing is fetched there", url,
                         status);
    return status == STATUS_GOOD || error_set(error, ERROR_IO, "%s answers with status %d", url, status);
}

struct es256_key *did_lookup(const struct app *app, const char *did, const char *kid, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(subprocess_output_done) struct subprocess_output output = {0};
    const char *url;
    if (!did_web_url(did, arena, &url, error))
        return NULL;
    const char *size = arena_printf(arena, "%d", DID_WEB_BYTES_MAX);
    const char *const arguments[] = {
        "-q", "--silent",       "--show-error", "--proto",   "=https",      "--max-redirs",          "0", "--max-time",
        "10", "--max-filesize", size,           "--globoff", "--write-out", "%{stderr}%{http_code}", url, NULL};
    struct tool curl = {.name = "curl",
                        .package = "curl",
                        .purpose = N_("it looks up the keys of issuers"),
                        .arguments = arguments,
                        .read_paths = network_paths,
                        .output_bytes_max = DID_WEB_BYTES_MAX,
                        .seconds_max = SECONDS_MAX,
                        .opens_connections = true};
    if (!tool_run(&curl, app->program, &output, error) || !check_answer(&curl, url, &output, error))
        return NULL;
    struct es256_key *key = did_web_read(buffer_text(&output.output), output.output.size_bytes, did, kid, error);
    if (!key)
        error_add_context(error, "%s", url);
    return key;
}
