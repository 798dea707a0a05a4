/*
 * Writes the host function of a plan, statement by statement. Each name of the plan gets an
 * underscore at its end. So it can be a word of C++, a macro, or a name of the code around it.
 */
#include "plan/host.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/identifier.h"
#include "plan/statement/statement.h"

static const char *const c_names[] = {
#define DTYPE(id, name, bytes, kind, c_name) c_name,
#include "plan/dtypes.def"
#undef DTYPE
};

/* What a plan's expressions call. Lambdas hide functions of the same name, whatever their types. */
static const char helpers[] =
    "    [[maybe_unused]] auto min = [](auto a, auto b) { return a < b ? a + 0 * b : b + 0 * a; };\n"
    "    [[maybe_unused]] auto max = [](auto a, auto b) { return a > b ? a + 0 * b : b + 0 * a; };\n"
    "    [[maybe_unused]] auto ceil_div = [](long long a, long long b) { return (a + b - 1) / b; };\n"
    "    [[maybe_unused]] auto log2 = [](double a) { return std::log2(a); };\n"
    "    [[maybe_unused]] auto sqrt = [](double a) { return std::sqrt(a); };\n"
    "    [[maybe_unused]] auto floor = [](double a) { return std::floor(a); };\n"
    "    [[maybe_unused]] auto ceil = [](double a) { return std::ceil(a); };\n"
    "    [[maybe_unused]] auto abs = [](auto a) { return a < 0 ? -a : a; };\n"
    "    [[maybe_unused]] const long long rank_ = 0, ranks_ = 1;\n"
    "    [[maybe_unused]] const long long sm_count_ = plan_host::attribute(cudaDevAttrMultiProcessorCount);\n"
    "    [[maybe_unused]] const long long cc_ = 10 * "
    "plan_host::attribute(cudaDevAttrComputeCapabilityMajor) +\n"
    "                                           plan_host::attribute(cudaDevAttrComputeCapabilityMinor);\n";

static const char prologue[] = "#include <cmath>\n"
                               "#include <stdexcept>\n"
                               "\n"
                               "#include <cuda_runtime.h>\n"
                               "\n"
                               "namespace plan_host {\n"
                               "\n"
                               "static inline void check(cudaError_t status)\n"
                               "{\n"
                               "    if (status != cudaSuccess)\n"
                               "        throw std::runtime_error(cudaGetErrorString(status));\n"
                               "}\n"
                               "\n"
                               "static inline long long attribute(cudaDeviceAttr which)\n"
                               "{\n"
                               "    int device = 0, value = 0;\n"
                               "    check(cudaGetDevice(&device));\n"
                               "    check(cudaDeviceGetAttribute(&value, which, device));\n"
                               "    return value;\n"
                               "}\n"
                               "\n"
                               "// Memory that lives to the end of its scope, in the order of the stream.\n"
                               "struct scratch {\n"
                               "    void *at = nullptr;\n"
                               "    cudaStream_t stream;\n"
                               "    scratch(long long bytes, bool is_zero, cudaStream_t on) : stream(on)\n"
                               "    {\n"
                               "        check(cudaMallocAsync(&at, bytes > 0 ? bytes : 1, stream));\n"
                               "        if (is_zero)\n"
                               "            check(cudaMemsetAsync(at, 0, bytes, stream));\n"
                               "    }\n"
                               "    scratch(const scratch &) = delete;\n"
                               "    ~scratch() { cudaFreeAsync(at, stream); }\n"
                               "};\n"
                               "\n"
                               "// A pointer that becomes a pointer to whatever a kernel takes.\n"
                               "struct any {\n"
                               "    const void *at;\n"
                               "    template <class T> operator T *() const { return (T *)at; }\n"
                               "};\n"
                               "\n"
                               "} // namespace plan_host\n"
                               "\n";

struct writer {
    const struct plan *plan;
    const struct parameter *parameters;
    size_t parameter_count;
    struct buffer *out;
    struct error *error;
    int depth;
    const char *buffers[256]; /* names of buffers that are known here */
    size_t buffer_count;
};

static bool refuse(struct writer *writer, const char *what)
{
    return error_set(writer->error, ERROR_UNSUPPORTED,
                     "%s cannot be exported: an exported kernel runs on one device and in one stream", _(what));
}

static void indent(struct writer *writer)
{
    buffer_append_repeat(writer->out, "    ", (size_t)writer->depth);
}

/* C++ as it is, with an underscore at the end of each name that is not called. */
static void write_expression(struct buffer *out, const char *text)
{
    buffer_append_char(out, '(');
    for (size_t length; *text; text += length) {
        for (length = 1; identifier_has(*text) && identifier_has(text[length]);)
            length++;
        buffer_append(out, text, length);
        bool is_call = text[length + strspn(text + length, " \t")] == '(';
        if (identifier_has(*text) && !isdigit((unsigned char)*text) && !is_call)
            buffer_append_char(out, '_');
    }
    buffer_append_char(out, ')');
}

static bool write_term(struct writer *writer, const struct plan_term *term)
{
    const char *text = expression_text(term->expression);
    if (strstr(text, "max_blocks"))
        return refuse(writer, "max_blocks()");
    write_expression(writer->out, text);
    return true;
}

static bool is_buffer(const struct writer *writer, const char *name)
{
    for (size_t i = 0; name && i < writer->buffer_count; i++)
        if (!strcmp(writer->buffers[i], name))
            return true;
    return false;
}

static bool is_plain_buffer(const struct writer *writer, const struct plan_operand *operand)
{
    return operand->kind == PLAN_OPERAND_VALUE && is_buffer(writer, operand->name.text);
}

/* An address, or a number. */
static bool write_operand(struct writer *writer, const struct plan_operand *operand)
{
    if (operand->kind != PLAN_OPERAND_VALUE)
        return refuse(writer, operand->kind == PLAN_OPERAND_SYMBOL ? "symbol()" : "peer()");
    if (!is_buffer(writer, operand->name.text))
        return write_term(writer, &operand->whole);
    buffer_printf(writer->out, "plan_host::any{%s_", operand->name.text);
    if (operand->offset.expression) {
        buffer_append_text(writer->out, " + ");
        if (!write_term(writer, &operand->offset))
            return false;
    }
    buffer_append_text(writer->out, "}");
    return true;
}

static bool write_dimensions(struct writer *writer, const struct plan_term terms[3])
{
    buffer_append_text(writer->out, "dim3(");
    for (int i = 0; i < 3 && terms[i].expression; i++) {
        buffer_append_text(writer->out, i ? ", (unsigned)" : "(unsigned)");
        if (!write_term(writer, &terms[i]))
            return false;
    }
    buffer_append_text(writer->out, ")");
    return true;
}

static bool write_condition(struct writer *writer, const struct plan_options *options)
{
    indent(writer);
    if (!options->when.expression)
        return true;
    buffer_append_text(writer->out, "if ");
    if (!write_term(writer, &options->when))
        return false;
    buffer_append_text(writer->out, " ");
    return true;
}

/* More than 48 KiB of dynamic shared memory must be asked for. */
static bool write_shared(struct writer *writer, const struct plan_launch *launch, const char *kernel)
{
    if (!launch->shared.expression)
        return true;
    indent(writer);
    buffer_printf(writer->out,
                  "plan_host::check(cudaFuncSetAttribute(::%s, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)",
                  kernel);
    if (!write_term(writer, &launch->shared))
        return false;
    buffer_append_text(writer->out, "));\n");
    return true;
}

/* With the first of each tuning value. */
static const char *kernel_name(const struct writer *writer, const struct plan_launch *launch, struct arena *arena)
{
    int64_t tuned[PLAN_TUNES_MAX];
    for (size_t i = 0; i < plan_tune_count(writer->plan); i++) {
        const int64_t *values;
        plan_tune_values(writer->plan, i, &values);
        tuned[i] = values[0];
    }
    return statement_name_expression(arena, writer->plan, launch, tuned);
}

static bool write_launch(struct writer *writer, const struct plan_statement *statement)
{
    const struct plan_launch *launch = &statement->launch;
    if (launch->cooperative || launch->cluster[0].expression || statement->options.device.expression)
        return refuse(writer, launch->cooperative ? N_("a cooperative launch") : "cluster=, device=");
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *kernel = kernel_name(writer, launch, arena);
    if (!write_shared(writer, launch, kernel) || !write_condition(writer, &statement->options))
        return false;
    buffer_printf(writer->out, "::%s<<<", kernel);
    if (!write_dimensions(writer, launch->grid))
        return false;
    buffer_append_text(writer->out, ", ");
    if (!write_dimensions(writer, launch->block))
        return false;
    buffer_append_text(writer->out, ", ");
    if (!launch->shared.expression)
        buffer_append_text(writer->out, "0");
    else if (!write_term(writer, &launch->shared))
        return false;
    buffer_append_text(writer->out, ", stream>>>(");
    for (size_t i = 0; i < launch->operand_count; i++) {
        buffer_append_text(writer->out, i ? ", " : "");
        if (!write_operand(writer, &launch->operands[i]))
            return false;
    }
    buffer_append_text(writer->out, ");\n");
    indent(writer);
    buffer_append_text(writer->out, "plan_host::check(cudaGetLastError());\n");
    return true;
}

static bool know(struct writer *writer, const char *name)
{
    if (writer->buffer_count == sizeof writer->buffers / sizeof writer->buffers[0])
        return refuse(writer, N_("a plan of so many buffers"));
    writer->buffers[writer->buffer_count++] = name;
    return true;
}

static bool write_scratch(struct writer *writer, const struct plan_scratch *scratch)
{
    const char *name = scratch->name.text, *type = c_names[scratch->dtype];
    indent(writer);
    buffer_printf(writer->out, "const long long %s_elements = 1LL", name);
    for (int i = 0; i < scratch->rank; i++) {
        buffer_append_text(writer->out, " * ");
        if (!write_term(writer, &scratch->shape[i]))
            return false;
    }
    buffer_append_text(writer->out, ";\n");
    indent(writer);
    buffer_printf(writer->out, "plan_host::scratch %s_memory(%s_elements * sizeof(%s), %s, stream);\n", name, name,
                  type, scratch->zero ? "true" : "false");
    indent(writer);
    buffer_printf(writer->out, "%s *%s_ = (%s *)%s_memory.at;\n", type, name, type, name);
    return know(writer, name);
}

/* The elements of a copy or of a fill: those that are asked for, or all from the offset on. */
static bool write_count(struct writer *writer, const struct plan_statement *statement, const struct plan_operand *of)
{
    if (statement->options.count.expression) {
        if (!write_term(writer, &statement->options.count))
            return false;
    } else {
        buffer_printf(writer->out, "(%s_elements", of->name.text);
        if (of->offset.expression) {
            buffer_append_text(writer->out, " - ");
            if (!write_term(writer, &of->offset))
                return false;
        }
        buffer_append_text(writer->out, ")");
    }
    buffer_printf(writer->out, " * sizeof(*%s_)", of->name.text);
    return true;
}

static bool write_copy(struct writer *writer, const struct plan_statement *statement)
{
    const struct plan_operand *to = &statement->copy.to, *from = &statement->copy.from;
    if (!is_plain_buffer(writer, to) || !is_plain_buffer(writer, from))
        return refuse(writer, N_("a copy between devices or to a symbol"));
    if (!write_condition(writer, &statement->options))
        return false;
    buffer_append_text(writer->out, "plan_host::check(cudaMemcpyAsync(");
    if (!write_operand(writer, to))
        return false;
    buffer_append_text(writer->out, ", ");
    if (!write_operand(writer, from))
        return false;
    buffer_append_text(writer->out, ", ");
    if (!write_count(writer, statement, from))
        return false;
    buffer_append_text(writer->out, ", cudaMemcpyDeviceToDevice, stream));\n");
    return true;
}

static bool write_zero(struct writer *writer, const struct plan_statement *statement)
{
    if (!is_plain_buffer(writer, &statement->zero))
        return refuse(writer, N_("zero of another device's buffer"));
    if (!write_condition(writer, &statement->options))
        return false;
    buffer_append_text(writer->out, "plan_host::check(cudaMemsetAsync(");
    if (!write_operand(writer, &statement->zero))
        return false;
    buffer_append_text(writer->out, ", 0, ");
    if (!write_count(writer, statement, &statement->zero))
        return false;
    buffer_append_text(writer->out, ", stream));\n");
    return true;
}

static bool write_statements(struct writer *writer, const struct plan_statement *statements);

/* A body has its own names. */
static bool write_body(struct writer *writer, const struct plan_statement *body)
{
    size_t known = writer->buffer_count;
    buffer_append_text(writer->out, "{\n");
    writer->depth++;
    bool is_written = write_statements(writer, body);
    writer->depth--;
    writer->buffer_count = known;
    indent(writer);
    buffer_append_text(writer->out, "}\n");
    return is_written;
}

static bool write_loop(struct writer *writer, const struct plan_statement *statement)
{
    const char *name = statement->loop.variable.text;
    indent(writer);
    buffer_printf(writer->out, "for (long long %s_ = ", name);
    if (!write_term(writer, &statement->loop.first))
        return false;
    buffer_printf(writer->out, "; %s_ < (long long)", name);
    if (!write_term(writer, &statement->loop.end))
        return false;
    buffer_printf(writer->out, "; %s_++) ", name);
    return write_body(writer, statement->body);
}

static bool write_let(struct writer *writer, const struct plan_statement *statement)
{
    indent(writer);
    buffer_printf(writer->out, "[[maybe_unused]] const auto %s_ = ", statement->let.name.text);
    if (!write_term(writer, &statement->let.value))
        return false;
    buffer_append_text(writer->out, " + 0LL;\n");
    return true;
}

static bool write_statement(struct writer *writer, const struct plan_statement *statement)
{
    switch (statement->kind) {
    case PLAN_STATEMENT_LAUNCH:
        return write_launch(writer, statement);
    case PLAN_STATEMENT_SCRATCH:
        return write_scratch(writer, &statement->scratch);
    case PLAN_STATEMENT_FREE: /* its scope gives it back */
        return true;
    case PLAN_STATEMENT_ZERO:
        return write_zero(writer, statement);
    case PLAN_STATEMENT_COPY:
        return write_copy(writer, statement);
    case PLAN_STATEMENT_GRAPH:
        indent(writer);
        return write_body(writer, statement->body);
    case PLAN_STATEMENT_FOR:
        return write_loop(writer, statement);
    case PLAN_STATEMENT_TUNE:
        indent(writer);
        buffer_printf(writer->out, "[[maybe_unused]] constexpr long long %s_ = %" PRId64 ";\n",
                      statement->tune.name.text, statement->tune.values[0]);
        return true;
    case PLAN_STATEMENT_LET:
        return write_let(writer, statement);
    case PLAN_STATEMENT_KEEP:
        return error_set(writer->error, ERROR_UNSUPPORTED,
                         "the plan searches by `tune` and `keep`: export it with the best values in their place");
    default:
        return refuse(writer, N_("a tensor map"));
    }
}

static bool write_statements(struct writer *writer, const struct plan_statement *statements)
{
    for (const struct plan_statement *at = statements; at; at = at->next)
        if (!write_statement(writer, at))
            return false;
    return true;
}

static void write_parameters(struct writer *writer)
{
    for (size_t i = 0; i < writer->parameter_count; i++) {
        const struct parameter *parameter = &writer->parameters[i];
        bool is_real = dtype_kind(parameter->dtype) == DTYPE_KIND_FLOAT;
        if (parameter->role == PARAMETER_SCALAR)
            buffer_printf(writer->out, ", %s %s_", is_real ? "double" : "long long", parameter->name);
        else
            buffer_printf(writer->out, ", void *%s_address", parameter->name);
    }
}

static bool write_buffers(struct writer *writer)
{
    for (size_t i = 0; i < writer->parameter_count; i++) {
        const struct parameter *parameter = &writer->parameters[i];
        if (parameter->role == PARAMETER_SCALAR)
            continue;
        const char *name = parameter->name, *type = c_names[parameter->dtype];
        buffer_printf(writer->out, "    [[maybe_unused]] %s *%s_ = (%s *)%s_address;\n", type, name, type, name);
        buffer_printf(writer->out, "    [[maybe_unused]] const long long %s_elements = 1LL", name);
        for (int axis = 0; axis < parameter->rank; axis++) {
            buffer_append_text(writer->out, " * ");
            write_expression(writer->out, expression_text(parameter->shape[axis]));
        }
        buffer_append_text(writer->out, ";\n");
        if (!know(writer, name))
            return false;
    }
    return true;
}

bool host_write(const struct plan *plan, const char *name, const struct parameter *parameters, size_t parameter_count,
                struct buffer *out, struct error *error)
{
    struct writer writer = {plan, parameters, parameter_count, out, error, 1, {0}, 0};
    buffer_append_text(out, prologue);
    buffer_printf(out, "void run_%s(void *stream_address", name);
    write_parameters(&writer);
    buffer_append_text(out, ")\n{\n    cudaStream_t stream = (cudaStream_t)stream_address;\n");
    buffer_append_text(out, helpers);
    if (!write_buffers(&writer) || !write_statements(&writer, plan->statements))
        return false;
    buffer_append_text(out, "}\n");
    return true;
}
