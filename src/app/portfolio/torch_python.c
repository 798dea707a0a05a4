/* Writes the files around an exported kernel. */
#include "app/portfolio/torch_python.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

static const struct {
    enum dtype dtype;
    const char *name;
} torch_types[] = {
    {DTYPE_F32, "torch.float32"},   {DTYPE_F64, "torch.float64"}, {DTYPE_F16, "torch.float16"},
    {DTYPE_BF16, "torch.bfloat16"}, {DTYPE_I32, "torch.int32"},   {DTYPE_I8, "torch.int8"},
    {DTYPE_U8, "torch.uint8"},
};

const char *torch_python_type(enum dtype dtype)
{
    for (size_t i = 0; i < sizeof torch_types / sizeof torch_types[0]; i++)
        if (torch_types[i].dtype == dtype)
            return torch_types[i].name;
    return NULL;
}

static bool is_real(const struct parameter *parameter)
{
    return dtype_kind(parameter->dtype) == DTYPE_KIND_FLOAT;
}

/* `in` is a word of Python. */
static const char *python_name(const struct parameter *parameter)
{
    return strcmp(parameter->name, "in") ? parameter->name : "in_";
}

/* Python's `/` keeps the fraction, so whole numbers are divided by `//`. */
static void append_expression(struct buffer *out, const struct expression *expression)
{
    for (const char *at = expression_text(expression); *at; at++)
        if (*at == '/')
            buffer_append_text(out, "//");
        else
            buffer_append_char(out, *at);
}

static void append_shape(struct buffer *out, const struct parameter *parameter)
{
    buffer_append_char(out, '(');
    for (int i = 0; i < parameter->rank; i++) {
        append_expression(out, parameter->shape[i]);
        buffer_append_text(out, parameter->rank == 1 ? "," : i + 1 < parameter->rank ? ", " : "");
    }
    buffer_append_char(out, ')');
}

/* The axis of an input whose length is the scalar. NULL: the caller must pass the scalar. */
static const struct parameter *find_axis(const struct exercise *exercise, const char *scalar, int *out_axis)
{
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        for (int axis = 0; parameter_is_input(parameter) && axis < parameter->rank; axis++)
            if (!strcmp(expression_text(parameter->shape[axis]), scalar)) {
                *out_axis = axis;
                return parameter;
            }
    }
    return NULL;
}

/* What a caller passes: the inputs, and the scalars that no shape tells. */
static bool is_argument(const struct exercise *exercise, const struct parameter *parameter)
{
    int axis;
    return parameter->role == PARAMETER_SCALAR ? !find_axis(exercise, parameter->name, &axis)
                                               : parameter_is_input(parameter);
}

static void append_list(const struct exercise *exercise, struct buffer *out,
                        bool (*is_wanted)(const struct exercise *exercise, const struct parameter *parameter))
{
    const char *separator = "";
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (is_wanted(exercise, &exercise->parameters[i])) {
            buffer_printf(out, "%s%s", separator, python_name(&exercise->parameters[i]));
            separator = ", ";
        }
}

static bool is_any(const struct exercise *exercise, const struct parameter *parameter)
{
    (void)exercise;
    return parameter->name != NULL;
}

static bool is_scalar(const struct exercise *exercise, const struct parameter *parameter)
{
    (void)exercise;
    return parameter->role == PARAMETER_SCALAR;
}

static bool is_output(const struct exercise *exercise, const struct parameter *parameter)
{
    (void)exercise;
    return parameter_is_output(parameter);
}

static const char *first_buffer(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (exercise->parameters[i].role != PARAMETER_SCALAR)
            return exercise->parameters[i].name;
    return "";
}

void torch_python_binding(const struct exercise *exercise, struct buffer *out)
{
    buffer_append_text(
        out, "// Checks the tensors, and calls the host function on PyTorch's stream.\n"
             "#include <ATen/cuda/CUDAContext.h>\n#include <c10/cuda/CUDAGuard.h>\n#include <torch/extension.h>\n\n");
    buffer_printf(out, "void run_%s(void *stream", exercise->id);
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        const char *type = parameter->role != PARAMETER_SCALAR ? "void *"
                           : is_real(parameter)                ? "double "
                                                               : "long long ";
        buffer_printf(out, ", %s%s_", type, parameter->name);
    }
    buffer_append_text(out, ");\n\nstatic void *address(const torch::Tensor &tensor, const char *name)\n{\n"
                            "    TORCH_CHECK(tensor.is_cuda() && tensor.is_contiguous(), name,\n"
                            "                \" must be a contiguous tensor on a GPU\");\n"
                            "    return tensor.data_ptr();\n}\n\n");
    buffer_printf(out, "void launch_%s(", exercise->id);
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        const char *type = parameter->role != PARAMETER_SCALAR ? "torch::Tensor"
                           : is_real(parameter)                ? "double"
                                                               : "int64_t";
        buffer_printf(out, "%s%s %s_", i ? ", " : "", type, parameter->name);
    }
    buffer_printf(out,
                  ")\n{\n    const c10::cuda::CUDAGuard guard(%s_.device());\n"
                  "    run_%s(at::cuda::getCurrentCUDAStream().stream()",
                  first_buffer(exercise), exercise->id);
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (parameter->role == PARAMETER_SCALAR)
            buffer_printf(out, ", %s_", parameter->name);
        else
            buffer_printf(out, ", address(%s_, \"%s\")", parameter->name, parameter->name);
    }
    buffer_append_text(out, ");\n}\n");
}

/* The types and shapes of the inputs. A kernel reads whatever it gets. */
static void append_expected(const struct exercise *exercise, struct buffer *out)
{
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (!parameter_is_input(parameter))
            continue;
        buffer_printf(out, "        expect(\"%s\", %s, ", python_name(parameter), python_name(parameter));
        append_shape(out, parameter);
        buffer_printf(out, ", %s)\n", torch_python_type(parameter->dtype));
    }
}

static void append_forward(const struct exercise *exercise, struct buffer *out)
{
    const char *device = "x";
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        int axis;
        const struct parameter *of =
            parameter->role == PARAMETER_SCALAR ? find_axis(exercise, parameter->name, &axis) : NULL;
        if (of)
            buffer_printf(out, "        %s = %s.shape[%d]\n", parameter->name, python_name(of), axis);
        if (parameter_is_input(parameter))
            device = python_name(parameter);
    }
    append_expected(exercise, out);
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (parameter->role == PARAMETER_INOUT)
            buffer_printf(out, "        %s = %s if self.in_place else %s.clone()\n", python_name(parameter),
                          python_name(parameter), python_name(parameter));
        if (parameter->role != PARAMETER_OUT)
            continue;
        buffer_printf(out, "        %s = torch.empty(", parameter->name);
        append_shape(out, parameter);
        buffer_printf(out, ", dtype=%s, device=%s.device)\n", torch_python_type(parameter->dtype), device);
    }
}

static bool has_inout(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (exercise->parameters[i].role == PARAMETER_INOUT)
            return true;
    return false;
}

void torch_python_module(const struct exercise *exercise, struct buffer *out)
{
    buffer_printf(out,
                  "\"\"\"%s as a PyTorch module. The first import compiles it.\"\"\"\n"
                  "import hashlib\nfrom pathlib import Path\n\nimport torch\nfrom torch.utils.cpp_extension import "
                  "load_inline\n\n"
                  "HERE = Path(__file__).resolve().parent\n\n"
                  "# PyTorch switches the operators of halves off; the course has them.\n"
                  "HALVES = [\"-U__CUDA_NO_HALF_OPERATORS__\", \"-U__CUDA_NO_HALF_CONVERSIONS__\",\n"
                  "          \"-U__CUDA_NO_HALF2_OPERATORS__\", \"-U__CUDA_NO_BFLOAT16_CONVERSIONS__\"]\n\n"
                  "# Another kernel is another extension: PyTorch keeps them in one folder, by name.\n"
                  "BINDING, KERNEL = ((HERE / name).read_text() for name in (\"binding.cpp\", \"kernel.cu\"))\n"
                  "HASH = hashlib.sha256((BINDING + KERNEL).encode()).hexdigest()[:16]\n\n"
                  "extension = load_inline(\n    name=f\"warpschool_%s_{HASH}\",\n"
                  "    cpp_sources=[BINDING],\n    cuda_sources=[KERNEL],\n"
                  "    functions=[\"launch_%s\"],\n    extra_cuda_cflags=[\"-O3\", *HALVES],\n)\n\n\n"
                  "def expect(name, tensor, shape, dtype):\n"
                  "    if tuple(tensor.shape) != shape or tensor.dtype != dtype:\n"
                  "        raise TypeError(f\"{name} must be {dtype} of shape {shape}, \"\n"
                  "                        f\"not {tensor.dtype} of shape {tuple(tensor.shape)}\")\n\n\n"
                  "class Kernel(torch.nn.Module):\n",
                  exercise->id, exercise->id, exercise->id);
    if (has_inout(exercise))
        buffer_append_text(out, "    \"\"\"in_place: the kernel writes into the tensors that it is given.\"\"\"\n\n"
                                "    def __init__(self, in_place=False):\n        super().__init__()\n"
                                "        self.in_place = in_place\n\n");
    buffer_append_text(out, "    def forward(self, ");
    append_list(exercise, out, is_argument);
    buffer_append_text(out, "):\n");
    append_forward(exercise, out);
    buffer_printf(out, "        extension.launch_%s(", exercise->id);
    append_list(exercise, out, is_any);
    buffer_append_text(out, ")\n        return ");
    append_list(exercise, out, is_output);
    buffer_append_char(out, '\n');
}

static void append_case(const struct exercise_case *given, struct buffer *out)
{
    buffer_append_text(out, "dict(");
    for (size_t i = 0; i < given->value_count; i++) {
        const struct case_value *value = &given->values[i];
        buffer_printf(out, "%s%s=", i ? ", " : "", value->name);
        if (value->value.is_real)
            buffer_printf(out, "%.17g", value->value.real);
        else
            buffer_printf(out, "%" PRId64, value->value.integer);
    }
    buffer_append_char(out, ')');
}

/*
 * How PyTorch draws a distribution. In `draw`, A and B are its arguments and S the shape. What has
 * no row is drawn as normal(0, 1).
 */
static const struct {
    const char *name, *draw;
} distributions[] = {
    {"normal", "A + (B) * torch.randn(S, device=\"cuda\")"},
    {"uniform", "A + (B - (A)) * torch.rand(S, device=\"cuda\")"},
    {"integers", "torch.randint(A, B + 1, S, device=\"cuda\")"},
    {"bernoulli", "torch.rand(S, device=\"cuda\") < A"},
};

static void append_trimmed(struct buffer *out, const char *from, const char *end)
{
    while (from < end && *from == ' ')
        from++;
    while (from < end && end[-1] == ' ')
        end--;
    buffer_append(out, from, (size_t)(end - from));
}

/* The arguments of normal(0, 1 / sqrt(n)). False: `init` is another distribution. */
static bool read_arguments(const char *init, const char *name, struct buffer *out_first, struct buffer *out_second)
{
    size_t length = strlen(name);
    const char *end = init ? strrchr(init, ')') : NULL;
    if (!end || strncmp(init, name, length) != 0 || init[length] != '(')
        return false;
    const char *at = init + length + 1, *comma = at;
    for (int depth = 0; comma < end && (depth || *comma != ','); comma++)
        depth += (*comma == '(') - (*comma == ')');
    append_trimmed(out_first, at, comma);
    if (comma < end)
        append_trimmed(out_second, comma + 1, end);
    return true;
}

static void append_random(const struct parameter *parameter, struct buffer *out)
{
    CLEANUP(buffer_done) struct buffer first = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer second = BUFFER_INIT;
    const char *draw = "torch.randn(S, device=\"cuda\")";
    for (size_t i = 0; i < sizeof distributions / sizeof distributions[0]; i++)
        if (read_arguments(parameter->init, distributions[i].name, &first, &second)) {
            draw = distributions[i].draw;
            break;
        }
    buffer_append_char(out, '(');
    for (const char *at = draw; *at; at++)
        if (*at == 'A')
            buffer_append_text(out, buffer_text(&first));
        else if (*at == 'B')
            buffer_append_text(out, buffer_text(&second));
        else if (*at == 'S')
            append_shape(out, parameter);
        else
            buffer_append_char(out, *at);
    buffer_append_char(out, ')');
}

static void append_inputs(const struct exercise *exercise, struct buffer *out)
{
    buffer_append_text(out, "\n\n\ndef inputs(");
    append_list(exercise, out, is_scalar);
    buffer_append_text(out, "):\n    return dict(\n");
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (!is_argument(exercise, parameter))
            continue;
        if (parameter->role == PARAMETER_SCALAR) {
            buffer_printf(out, "        %s=%s,\n", parameter->name, parameter->name);
            continue;
        }
        buffer_printf(out, "        %s=", python_name(parameter));
        append_random(parameter, out);
        buffer_printf(out, ".to(%s),\n", torch_python_type(parameter->dtype));
    }
    buffer_append_text(out, "    )\n");
}

/* Of random numbers near 1, in f32 and in halves. */
static const char *tolerance_of(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (exercise->parameters[i].dtype == DTYPE_F16 || exercise->parameters[i].dtype == DTYPE_BF16)
            return "dict(rtol=2e-2, atol=2e-2)";
    return exercise->tolerance.absolute >= 1e-3 ? "dict(rtol=1e-2, atol=1e-2)" : "dict(rtol=1e-4, atol=1e-3)";
}

/* Whether products may round floats to halves, as on tensor cores. */
static bool multiplies_halves(const struct exercise *exercise)
{
    return strcmp(tolerance_of(exercise), "dict(rtol=1e-2, atol=1e-2)") == 0;
}

/* PyTorch is timed with the products that the kernel has. */
static void append_timed(const struct exercise *exercise, struct buffer *out)
{
    if (multiplies_halves(exercise))
        buffer_append_text(out,
                           "\n\ndef timed(**arguments):\n    \"\"\"The formula with products of halves, as the kernel "
                           "has them.\"\"\"\n    with torch.autocast(\"cuda\", dtype=torch.float16):\n"
                           "        return formula(**arguments)\n\n\n"
                           "OTHER = \"PyTorch with products of f16\"\n");
    else
        buffer_append_text(out, "\n\ndef timed(**arguments):\n    \"\"\"What a user of PyTorch would call.\"\"\"\n"
                                "    return call(getattr(pytorch, \"timed\", pytorch.reference), arguments)\n\n\n"
                                "OTHER = getattr(pytorch, \"TIMED\", \"PyTorch\")\n");
}

void torch_python_check(const struct exercise *exercise, struct buffer *out)
{
    const struct exercise_case *bench = exercise->bench ? exercise->bench : &exercise->cases[exercise->case_count - 1];
    buffer_append_text(out, "\"\"\"Compares the kernel with PyTorch on each case, then times both.\"\"\"\n"
                            "import inspect\nimport statistics\nimport sys\nfrom math import sqrt  # of some inputs\n\n"
                            "import torch\n\n"
                            "if not torch.cuda.is_available():\n"
                            "    sys.exit(\"check.py needs a GPU: torch.cuda.is_available() is False\")\n\n"
                            "import reference as pytorch\nfrom module import Kernel\n\n"
                            "# Products of f32 are f32 on both sides: no TF32.\n"
                            "torch.backends.cuda.matmul.allow_tf32 = False\n"
                            "torch.backends.cudnn.allow_tf32 = False\n\n");
    buffer_printf(out, "TOLERANCE = %s\nCASES = [\n", tolerance_of(exercise));
    for (size_t i = 0; i < exercise->case_count; i++) {
        buffer_append_text(out, "    ");
        append_case(&exercise->cases[i], out);
        buffer_append_text(out, ",\n");
    }
    buffer_append_text(out, "]\nBENCH = ");
    append_case(bench, out);
    append_inputs(exercise, out);
    buffer_append_text(
        out,
        "\n\ndef call(function, arguments):\n    \"\"\"With the arguments that it takes. Launches need more.\"\"\"\n"
        "    return function(**{name: arguments[name] for name in inspect.signature(function).parameters})\n\n\n"
        "def formula(**arguments):\n    return call(pytorch.reference, arguments)\n");
    append_timed(exercise, out);
    buffer_append_text(
        out, "\n\ndef microseconds(function, arguments):\n    \"\"\"The median of 20 runs. Before each, L2 is written "
             "over.\"\"\"\n"
             "    flush = torch.empty(256 << 20, dtype=torch.uint8, device=\"cuda\")\n    times = []\n"
             "    for run in range(23):\n        flush.zero_()\n"
             "        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))\n        begin.record()\n"
             "        function(**arguments)\n        end.record()\n        end.synchronize()\n        if run >= 3:\n"
             "            times.append(1000 * begin.elapsed_time(end))\n    return statistics.median(times)\n\n\n"
             "def main():\n    torch.manual_seed(0)\n    kernel = Kernel()\n    for case in CASES:\n"
             "        arguments = inputs(**case)\n"
             "        wanted = formula(**{k: v.clone() if torch.is_tensor(v) else v for k, v in arguments.items()})\n"
             "        torch.testing.assert_close(kernel(**arguments), wanted, **TOLERANCE)\n"
             "    print(f\"{len(CASES)} cases agree with PyTorch {torch.__version__} ({TOLERANCE})\")\n"
             "    arguments = inputs(**BENCH)\n"
             "    rows = {\"kernel\": ");
    buffer_append_text(out, has_inout(exercise) ? "Kernel(in_place=True)" : "kernel");
    buffer_append_text(out, ", OTHER: timed}\n"
                            "    if \"--compile\" in sys.argv:\n"
                            "        rows[f\"{OTHER}, compiled\"] = torch.compile(timed)\n"
                            "    print(f\"{BENCH} on {torch.cuda.get_device_name()}, f32 without TF32:\")\n"
                            "    for name, function in rows.items():\n"
                            "        print(f\"  {microseconds(function, arguments):10.1f} us  {name}\")\n\n\n"
                            "if __name__ == \"__main__\":\n    main()\n");
}

/* A row for each argument of `Kernel`. */
static void append_arguments(const struct exercise *exercise, struct buffer *out)
{
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (!is_argument(exercise, parameter))
            continue;
        buffer_printf(out, "| `%s` | ", python_name(parameter));
        if (parameter->role == PARAMETER_SCALAR) {
            buffer_printf(out, "%s | |\n", is_real(parameter) ? "float" : "int");
            continue;
        }
        buffer_printf(out, "`%s` | `", torch_python_type(parameter->dtype));
        append_shape(out, parameter);
        buffer_append_text(out, "` |\n");
    }
}

void torch_python_readme(const struct exercise *exercise, struct buffer *out)
{
    const char *title = exercise->title && *exercise->title ? exercise->title : exercise->id;
    buffer_printf(
        out,
        "# %s in PyTorch\n\nYour kernel of the exercise `%s`, built by `torch.utils.cpp_extension.load_inline`.\n\n"
        "    python check.py              # compares on each case, then times the kernel and PyTorch\n"
        "    python check.py --compile    # times torch.compile too\n\n"
        "It needs a GPU, PyTorch 2 with CUDA, nvcc of the same CUDA version, a C++ compiler and ninja\n"
        "(`pip install ninja`). The first import of `module.py` compiles, which takes a minute. Times are medians\n"
        "of 20 runs with a cold L2. f32 is without TF32 on both sides.%s\n\n"
        "## Use it\n\n"
        "    from module import Kernel\n\n    kernel = Kernel()\n    ",
        title, exercise->id,
        multiplies_halves(exercise) ? " PyTorch is timed with products of f16,\nas the kernel has them." : "");
    append_list(exercise, out, is_output);
    buffer_append_text(out, " = kernel(");
    append_list(exercise, out, is_argument);
    buffer_append_text(out, ")\n\n| argument | type | shape |\n|---|---|---|\n");
    append_arguments(exercise, out);
    if (has_inout(exercise))
        buffer_append_text(out, "\nThe kernel updates tensors. `Kernel()` keeps yours and returns new ones. "
                                "`Kernel(in_place=True)` saves the copy,\nas an optimiser does.\n");
    buffer_printf(out,
                  "\nTensors must be contiguous and on one GPU. Another type or shape is an error. `Kernel` has no\n"
                  "backward pass. `torch.autograd.Function` adds one, with a kernel for the gradient.\n\n"
                  "## Files\n\n"
                  "| file | what it holds |\n|---|---|\n"
                  "| `kernel.cu` | your kernel, and its launch plan as the function `run_%s` |\n"
                  "| `binding.cpp` | checks the tensors and calls that function |\n"
                  "| `module.py` | compiles both; `Kernel` is a `torch.nn.Module` |\n"
                  "| `reference.py` | the formula in PyTorch |\n"
                  "| `check.py` | compares and times |\n",
                  exercise->id);
}
