#!/usr/bin/env bash
# `export --torch`: the files, Python that parses, and CUDA that nvcc compiles where there is one.
# With PyTorch on the CPU the Python runs too, with a stand-in for the compiled kernel.
# shellcheck source=tests/cli/support.sh
tests=$(cd "$(dirname "$0")" && pwd)
. "$tests/support.sh"
cd "$scratch" || exit 1

fail() { echo "FAIL $1"; failures=$((failures + 1)); }
holds() { grep -qF -- "$2" "$1" || fail "$1 does not hold: $2"; }

expect 2 "usage: warpschool export --torch EXERCISE" export vector_add
expect 2 "there is no exercise 'vector_ad'" export --torch vector_ad
expect 2 "matrix_add_2d has no formula in PyTorch" export --torch matrix_add_2d --solution
expect 2 "of week 1 these can be exported: vector_add, gelu_l3, matmul_naive" export --torch matrix_add_2d --solution
expect 3 "histogram_atomic has elements of the type u32" export --torch histogram_atomic --solution
expect 3 "ring_step runs on several GPUs" export --torch ring_step --solution
expect 3 "ring_step runs on several GPUs" export --torch ring_step
expect 2 "\`warpschool start adamw_update\` makes your copy" export --torch adamw_update
expect 3 "ring_step runs on several GPUs" export --torch ring_step --solution
expect 3 "the plan searches by" export --torch autotune_tiles --solution
expect 0 "written: vector_add_torch" export --torch vector_add --solution
expect 0 "escrito: vector_add_torch" export --torch vector_add --solution --language es

# Plans with scratch buffers, halves, a name that is a word of Python, and two or three outputs.
all="block_l2 block_l5 half2_axpy transpose_tiled residual_rmsnorm layernorm gemm_vectorised gelu_backward layernorm_gelu"
all="$all linear_backward nchw_to_nhwc wmma_tile wmma_gemm mma_sync_gemm bf16_layernorm layernorm_backward repair_b repair_d repair_f"
all="$all adamw_update lion_update loss_scaling specialise bf16_rmsnorm fused_linear_residual gemm_2d_turned gemm_wide_scaled"
all="$all half2_relu wmma_linear wmma_scores repair_a repair_c repair_e cross_entropy_fused summation_error profile_the_block"
all="$all embedding"
for exercise in $all; do
    expect 0 "written: $exercise" export --torch "$exercise" --solution --into "$exercise"
done
# Another kernel of an exercise is another extension. A name of its plan is a word of C++.
best=$(cd "$tests/../.." && pwd)/solutions/project1/block_l5_best.cu
expect 0 "written: block_l5_best" export --torch block_l5 --file "$best" --into block_l5_best
cat >words.cu <<'CUDA'
#define TILE 256
//! let TILE = 256
//! let long = n
//! scratch stream f32[long]
//! launch vector_add(a, b, stream, long) grid=ceil_div(long,TILE) block=TILE
//! let stream_elements = long
//! copy c stream count=stream_elements
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * TILE + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
CUDA
expect 0 "written: words" export --torch vector_add --file words.cu --into words
for file in README.md kernel.cu binding.cpp module.py reference.py check.py; do
    [ -s "block_l5/$file" ] || fail "block_l5/$file is missing"
done
holds block_l5/kernel.cu "plan_host::scratch normed_memory("
holds block_l5/kernel.cu "::attention<<<dim3((unsigned)((seq_+15)/16), (unsigned)(heads_)), dim3((unsigned)(128)), (64*(keys_+4)+32*(keys_+8)+160*(deep_+8)), stream>>>"
holds block_l5/module.py "seq = x.shape[0]"
holds block_l5/check.py "1.0 / sqrt(heads*dim)"
holds transpose_tiled/module.py "def forward(self, in_):"
holds residual_rmsnorm/module.py "return h, y"
holds half2_axpy/module.py "dtype=torch.float16"
holds cross_entropy_fused/check.py "target=(torch.randint(0, cols - 1 + 1, (rows,), device=\"cuda\")).to(torch.int32)"
holds repair_c/check.py "mask=(torch.rand((h, w), device=\"cuda\") < 0.5).to(torch.uint8)"
holds adamw_update/module.py "v = v if self.in_place else v.clone()"
holds adamw_update/check.py 'rows = {"kernel": Kernel(in_place=True), OTHER: timed}'
holds block_l5/check.py 'rows = {"kernel": kernel, OTHER: timed}'
holds vector_add_torch/binding.cpp "address(c_, \"c\"), n_);"
holds vector_add_torch/check.py "torch.testing.assert_close"
holds vector_add_torch/check.py "What a user of PyTorch would call"
holds block_l5/check.py "PyTorch with products of f16"
holds block_l5/check.py "torch.backends.cudnn.allow_tf32 = False"
holds block_l5/module.py 'expect("wq", wq, (heads*dim, heads*dim), torch.float32)'
holds block_l5/binding.cpp "const c10::cuda::CUDAGuard guard(x_.device());"
holds block_l5/README.md '| `wq` | `torch.float32` | `(heads*dim, heads*dim)` |'
holds block_l5/README.md "y = kernel(x, gamma1, beta1, wq, wk, wv, wo, gamma2, beta2, up, down, heads, dim)"
holds residual_rmsnorm/README.md "h, y = kernel(x, residual, weight)"
holds wmma_gemm/reference.py 'TIMED = "PyTorch with f16 in and out"'

# `check.py` passes what `reference` takes.
cat >names.py <<'PYTHON'
import ast, sys
for folder in sys.argv[1:]:
    trees = {name: ast.parse(open(f"{folder}/{name}.py").read()) for name in ("module", "reference", "check")}
    def arguments(name, function):
        return [a.arg for node in ast.walk(trees[name]) if isinstance(node, ast.FunctionDef) and node.name == function
                for a in node.args.args if a.arg != "self"]
    if not set(arguments("reference", "reference")) <= set(arguments("module", "forward")):
        sys.exit(f"{folder}: the reference takes more arguments than forward")
PYTHON
if command -v python3 >/dev/null; then
    # shellcheck disable=SC2086 # names
    python3 names.py vector_add_torch $all ||
        fail "the Python files"
fi
for python in ${WARPSCHOOL_TORCH_PYTHON:-} python3 /usr/bin/python3; do
    "$python" -c "import torch" 2>/dev/null || continue
    # A machine without a GPU is told so. The stand-in below has one.
    "$python" -c 'import sys, torch; sys.exit(torch.cuda.is_available())' &&
        (cd vector_add_torch && "$python" check.py 2>&1) | grep -q "check.py needs a GPU" || fail "check.py without a GPU"
    # shellcheck disable=SC2086 # names
    "$python" "$tests/export_torch_run.py" vector_add_torch words block_l5_best $all >run.log 2>&1 || {
        tail -5 run.log
        fail "the exported folders in PyTorch"
    }
    break
done

nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
for exercise in block_l5_best words half2_axpy layernorm_backward; do
    [ -z "$nvcc" ] && break
    "$nvcc" -arch=sm_90 -c -o "$exercise.o" "$exercise/kernel.cu" 2>"$exercise.log" || {
        cat "$exercise.log"
        fail "nvcc does not compile $exercise/kernel.cu"
    }
done

finish
