/* Blanks the bodies of a structure's host members. The members stay declared. */
#include "compiler/source/host_members.h"

#include <string.h>

struct members {
    char *text, *at;
    const char *stop;
    bool (*is_device)(void *context, struct host_token word);
    void *context;
    bool has_blanked;
};

/* The known properties of a member so far. */
struct member {
    bool is_kept, has_parameters;
    char *initialisers; /* the colon after a constructor's parameters, or NULL */
    struct host_token last;
};

/* The next token that is no blank and no directive. */
static struct host_token next(struct members *members)
{
    struct host_token token;
    do {
        token = host_token_read(members->at, members->stop, host_token_is_first(members->text, members->at));
        members->at += token.length;
    } while (token.kind == HOST_TOKEN_BLANK || token.kind == HOST_TOKEN_DIRECTIVE);
    return token;
}

static bool is_character(struct host_token token, char c)
{
    return token.kind == HOST_TOKEN_OTHER && token.length == 1 && *token.text == c;
}

/* Skips past the end of the bracket that was just read. */
static void skip_group(struct members *members, char open, char close)
{
    for (int depth = 1; depth > 0;) {
        struct host_token token = next(members);
        if (token.kind == HOST_TOKEN_END)
            return;
        depth += is_character(token, open) - is_character(token, close);
    }
}

/* `member{..}` in a list of initialisers is no body. */
static bool is_body(const struct member *member)
{
    return member->has_parameters && !(member->initialisers && member->last.kind == HOST_TOKEN_NAME);
}

static void take_brace(struct members *members, struct member *member)
{
    char *start = member->initialisers ? member->initialisers : members->at - 1;
    bool ends = is_body(member);
    skip_group(members, '{', '}');
    member->last = (struct host_token){HOST_TOKEN_OTHER, members->at - 1, 1};
    if (!ends)
        return;
    if (!member->is_kept) {
        host_token_blank(start, members->at, false);
        *start = ';';
        members->has_blanked = true;
    }
    *member = (struct member){0};
}

static void take(struct members *members, struct member *member, struct host_token token)
{
    if (token.kind == HOST_TOKEN_NAME)
        member->is_kept |= host_token_is(token, "constexpr") || members->is_device(members->context, token);
    else if (is_character(token, '(')) {
        skip_group(members, '(', ')');
        member->has_parameters = true;
    } else if (is_character(token, ':') && member->has_parameters && !member->initialisers)
        member->initialisers = members->at - 1;
    else if (is_character(token, '{')) {
        take_brace(members, member);
        return;
    } else if (is_character(token, ';') || (is_character(token, ':') && !member->has_parameters))
        *member = (struct member){0};
    member->last = token;
}

bool host_members_blank(char *start, const char *stop, bool (*is_device)(void *context, struct host_token word),
                        void *context)
{
    struct members members = {.text = start, .at = start, .stop = stop, .is_device = is_device, .context = context};
    struct host_token token;
    do
        token = next(&members);
    while (token.kind != HOST_TOKEN_END && !is_character(token, '{'));
    struct member member = {0};
    while ((token = next(&members)).kind != HOST_TOKEN_END && !is_character(token, '}'))
        take(&members, &member, token);
    return members.has_blanked;
}
