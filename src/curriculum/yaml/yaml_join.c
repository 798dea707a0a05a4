/*
 * Calls without quotes inside [..] and {..}. `init: uniform(-1, 1)` arrives as the text
 * "uniform(-1" and a key "1)".
 */
#include "curriculum/yaml/yaml.h"

static int open_brackets(const char *text)
{
    int open = 0;
    for (; *text; text++)
        open += (*text == '(') - (*text == ')');
    return open;
}

/*
 * The text of a piece after the comma. In a mapping it is a key without a value, in a list an
 * element.
 */
static const char *piece_text(const struct yaml_node *piece)
{
    bool is_empty = piece->kind == YAML_KIND_SCALAR && piece->is_plain && !piece->text[0];
    if (!piece->key)
        return piece->kind == YAML_KIND_SCALAR && piece->is_plain ? piece->text : NULL;
    return is_empty && piece->key->is_plain ? piece->key->text : NULL;
}

/* The last node of the call that begins at `node`. NULL if its bracket is never closed. */
static struct yaml_node *call_end(struct yaml_node *node)
{
    int open = open_brackets(node->text);
    for (struct yaml_node *piece = node->next; piece; piece = piece->next) {
        const char *text = piece_text(piece);
        if (!text)
            return NULL;
        open += open_brackets(text);
        if (open == 0)
            return piece;
        if (open < 0)
            return NULL;
    }
    return NULL;
}

static size_t piece_end(const struct yaml_node *piece)
{
    return piece->key ? piece->key->end_bytes : piece->end_bytes;
}

static void join(struct arena *arena, struct yaml_node *parent, struct yaml_node *node, struct yaml_node *end,
                 const struct source *source)
{
    node->end_bytes = piece_end(end);
    node->text = arena_strndup(arena, source->text + node->start_bytes, node->end_bytes - node->start_bytes);
    node->location.length = (int)(node->end_bytes - node->start_bytes);
    for (struct yaml_node *piece = node->next; piece != end->next; piece = piece->next)
        parent->child_count--;
    node->next = end->next;
    if (!node->next)
        parent->last = node;
}

static bool join_at(struct arena *arena, struct yaml_node *parent, struct yaml_node *node, const struct source *source,
                    struct diagnostics *diagnostics)
{
    if (node->kind != YAML_KIND_SCALAR || !node->is_plain || open_brackets(node->text) <= 0)
        return false;
    struct yaml_node *end = call_end(node);
    if (!end || piece_end(end) <= node->start_bytes)
        return false;
    join(arena, parent, node, end, source);
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, node->location,
                    "the comma splits '%.80s' in two here, inside %s", node->text,
                    parent->kind == YAML_KIND_MAPPING ? "braces" : "brackets");
    if (node->key)
        diagnostics_hint(diagnostics, "quote it: %.64s: \"%.80s\"", node->key->text, node->text);
    else
        diagnostics_hint(diagnostics, "quote it: \"%.80s\"", node->text);
    return true;
}

size_t yaml_join_split_calls(struct arena *arena, struct yaml_node *root, const struct source *source,
                             struct diagnostics *diagnostics)
{
    size_t joined = 0;
    for (struct yaml_node *child = root->first; child; child = child->next) {
        if (root->is_flow)
            joined += join_at(arena, root, child, source, diagnostics);
        if (child->first) /* depth is at most YAML_DEPTH_MAX */
            joined += yaml_join_split_calls(arena, child, source, diagnostics);
    }
    return joined;
}
