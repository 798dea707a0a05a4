/*
 * Prints the texts of lessons that verdicts and lists show, as messages of a template. The
 * arguments are lesson files. curriculum/translate/catalogue.c looks the same texts up.
 *
 * update.sh compiles and runs it. It reads YAML alone, so no part of the program is needed.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yaml.h>

static void print_message(const yaml_node_t *node)
{
    const char *text = (const char *)node->data.scalar.value;
    size_t length = node->data.scalar.length;
    while (length && text[length - 1] == '\n')
        length--;
    printf("msgid \"");
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n')
            printf("\\n");
        else
            printf(strchr("\"\\", text[i]) ? "\\%c" : "%c", text[i]);
    printf("\"\nmsgstr \"\"\n\n");
}

/* The key of a mapping that holds texts for lists, and the key of the mapping around it. */
static bool is_listed(const char *key, const char *outer)
{
    return !strcmp(key, "title") || !strcmp(key, "week_title") || !strcmp(key, "area") || !strcmp(key, "locked") || !strcmp(key, "objectives") ||
           (!strcmp(key, "say") && (!strcmp(outer, "objectives") || !strcmp(outer, "slips"))) ||
           (!strcmp(key, "why") && !strcmp(outer, "gates"));
}

/* `outer` is the key that holds this mapping, through a list or not. */
static void visit(yaml_document_t *document, const yaml_node_t *node, const char *key, const char *outer)
{
    if (node->type == YAML_SCALAR_NODE && is_listed(key, outer))
        print_message(node);
    if (node->type == YAML_SEQUENCE_NODE)
        for (yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++)
            visit(document, yaml_document_get_node(document, *item), key, outer);
    if (node->type != YAML_MAPPING_NODE)
        return;
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++)
        visit(document, yaml_document_get_node(document, pair->value),
              (const char *)yaml_document_get_node(document, pair->key)->data.scalar.value, key);
}

static bool read_lesson(const char *path)
{
    FILE *file = fopen(path, "r");
    yaml_parser_t parser;
    yaml_document_t document;
    if (!file || !yaml_parser_initialize(&parser))
        return false;
    yaml_parser_set_input_file(&parser, file);
    bool good = yaml_parser_load(&parser, &document) && yaml_document_get_root_node(&document);
    if (good) {
        visit(&document, yaml_document_get_root_node(&document), "", "");
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    fclose(file);
    return good;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!read_lesson(argv[i])) {
            fprintf(stderr, "%s: cannot be read as YAML\n", argv[i]);
            return EXIT_FAILURE;
        }
    return EXIT_SUCCESS;
}
