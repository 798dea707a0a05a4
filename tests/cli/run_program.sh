#!/usr/bin/env bash
# Runs whole programs: their output and arguments, mistakes at their lines, the sandbox, JSON.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
small_course
need_toolkit
compgen -c clang++ >/dev/null || { echo "skipped: no clang"; exit 77; }
"$program" doctor 2>/dev/null | grep -q landlock || { echo "skipped: no Landlock"; exit 77; }
mistakes=$(cd "$(dirname "$0")/../programs/mistakes" && pwd)
cd "$scratch" || exit 1

cat >add.cu <<'CUDA'
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T> __global__ void add(const T *a, const T *b, T *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        printf("kernel says %d\n", n);
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    std::vector<float> a(n, 1), b(n, 2), c(n);
    size_t bytes = n * sizeof(float);
    float *d_a, *d_b, *d_c;
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_c, bytes);
    cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
    cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost);
    printf("\033]52;c;evil\007c[%d] = %g\n", n - 1, c[n - 1]);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return c[n - 1] == 3 ? 0 : 2;
}
CUDA
expect 0 "kernel says 1000" run add.cu
expect 0 "c[999] = 3" run add.cu
expect 0 "c[76] = 3" run add.cu -- 77
expect 0 "add<float>" run add.cu
expect 0 "]52;c;evil" run add.cu # the text of a control sequence, without its control character
output=$(LC_ALL=C "$program" run add.cu | LC_ALL=C tr -d '\n -~')
[ -z "$output" ] || { echo "FAIL control characters reach the terminal"; failures=$((failures + 1)); }
expect 0 '"launches": 1' run add.cu --json
expect 0 '"output": "kernel says 1000' run add.cu --json

# A launch of a header beside the file is at the header's line.
mkdir -p folder
cat >folder/launches.cuh <<'CUDA'
__global__ void nothing() {}

static void launch() { nothing<<<0, 1>>>(); }
CUDA
printf '#include "launches.cuh"\nint main() { launch(); return cudaGetLastError() == cudaSuccess; }\n' >folder/deep.cu
expect 1 "launches.cuh:3: finding: the launch of nothing is refused" run folder/deep.cu
expect 1 "launches.cuh:3: finding: the launch of nothing is refused" run "$scratch/folder/deep.cu"
sed 's/#include.*/__global__ void nothing() {}\nstatic void launch() { nothing<<<0, 1>>>(); }/' folder/deep.cu >folder/one.cu
expect 1 "$scratch/folder/one.cu:2: finding: the launch" run "$scratch/folder/one.cu"
expect 1 "folder/one.cu:2: finding: the launch" run folder/one.cu

printf '#include <cstdio>\nint main() { printf("no newline"); return 3; }\n' >line.cu
expect 1 $'no newline\nThe program ended with exit status 3.' run line.cu

cat >mistakes.cu <<'CUDA'
#include <cstdio>
__global__ void fill(int *x) { x[threadIdx.x] = 1; }
int main()
{
    int *x, host[40];
    cudaMalloc(&x, 32 * sizeof(int));
    fill<<<1, 32>>>(x);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(x, host, 32, cudaMemcpyDeviceToHost);
    fill<<<1, 2000>>>(x);
    cudaFree(x);
    cudaFree(x);
    return x[3];
}
CUDA
expect 1 "mistakes.cu:8: finding: the copy reads 32 bytes past the end of 'x' (128 bytes)" run mistakes.cu
expect 1 "mistakes.cu:9: finding: cudaMemcpyDeviceToHost, but the destination is device memory" run mistakes.cu
expect 1 "mistakes.cu:10: finding: the launch of fill is refused: block dimension x is 2000" run mistakes.cu
expect 1 "mistakes.cu:12: finding: 'x' (128 bytes) was freed before, in line 11" run mistakes.cu
expect 1 "mistakes.cu:13: finding: host code reads device memory, byte 12 of 'x', which was freed" run mistakes.cu
expect 1 "ended by signal 11" run mistakes.cu

# A GPU that is not there is an error before anything runs.
ldconfig -p | grep -q libcuda.so.1 || expect 3 "no CUDA driver on this machine" run add.cu --device cuda

# Repeats on the same memory are counted and not run again. A kernel that changes its input runs.
cat >repeat.cu <<'CUDA'
#include <cstdio>
__global__ void copy(const float *a, float *b) { b[threadIdx.x] = a[threadIdx.x]; }
__global__ void add(float *a) { a[threadIdx.x] += 1; }
int main()
{
    float *a, *b, first, second;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMemset(a, 0, 128);
    for (int i = 0; i < 50; i++)
        copy<<<1, 32>>>(a, b);
    for (int i = 0; i < 7; i++)
        add<<<1, 32>>>(a);
    copy<<<1, 32>>>(a, b);
    cudaMemcpy(&first, b, 4, cudaMemcpyDeviceToHost);
    cudaMemset(a, 0, 128);
    copy<<<1, 32>>>(a, b);
    cudaMemcpy(&second, b, 4, cudaMemcpyDeviceToHost);
    printf("first %g, second %g\n", first, second);
    cudaFree(a);
    cudaFree(b);
}
CUDA
expect 0 "first 7, second 0" run repeat.cu
expect 0 "49 launches repeat an earlier one" run repeat.cu
expect 0 '"not_run_again": 49' run repeat.cu --json
counted=$("$program" run repeat.cu --json | python3 -c '
import json, sys
kernels = json.load(sys.stdin)["kernels"]["kernels"]
print([kernel["launches"] for kernel in kernels])')
[ "$counted" = "[52, 7]" ] || { echo "FAIL launches counted: $counted"; failures=$((failures + 1)); }

# Streams overlap on the timeline, and copies of one direction do not.
cat >streams.cu <<'CUDA'
#include <cstdio>
__global__ void spin(float *a) { for (int i = 0; i < 20000; i++) a[threadIdx.x] = a[threadIdx.x] * 0.5f + 1; }
int main()
{
    float *host, *device;
    cudaStream_t streams[2];
    cudaMallocHost(&host, 2 << 20);
    cudaMalloc(&device, 2 << 20);
    for (int s = 0; s < 2; s++) {
        cudaStreamCreate(&streams[s]);
        cudaMemcpyAsync(device + (s << 18), host + (s << 18), 4096, cudaMemcpyHostToDevice, streams[s]);
        spin<<<1, 32, 0, streams[s]>>>(device + (s << 18));
    }
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFreeHost(host);
}
CUDA
expect 0 "stream 2" run streams.cu
spans=$("$program" run streams.cu --json | python3 -c '
import json, sys
bars = json.load(sys.stdin)["timeline"]["bars"]
copies, spins = [[bar[7:9] for bar in bars if bar[0] == name] for name in (0, 1)]
print(copies[1][0] >= copies[0][1], spins[1][0] < spins[0][1])')
[ "$spans" = "True True" ] || { echo "FAIL spans overlap wrongly: $spans"; failures=$((failures + 1)); }

# The program sees its own folder, and neither the learner's state nor other folders.
mkdir -p "$scratch/state" && echo secret >"$scratch/state/key" && echo open >data.txt
cat >files.cu <<'CUDA'
#include <cstdio>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("%s: %s\n", argv[i], fopen(argv[i], "r") ? "read" : "closed");
    printf("writes: %s\n", fopen("written.txt", "w") ? "yes" : "no");
}
CUDA
expect 0 "data.txt: read" run files.cu -- data.txt
expect 0 "key: closed" run files.cu -- "$scratch/state/key"
expect 0 "/etc/passwd: closed" run files.cu -- /etc/passwd
expect 0 'it goes to $TMPDIR' run files.cu
[ ! -e written.txt ] || { echo "FAIL a program wrote beside itself"; failures=$((failures + 1)); }
expect 0 "writes: yes" run files.cu --write .

# It starts no other program, and opens no connection.
cat >escape.cu <<'CUDA'
#include <cstdio>
#include <cstdlib>
#include <sys/socket.h>
#include <unistd.h>
int main()
{
    printf("fork %d, system %d, socket %d\n", (int)fork(), system("true"), socket(AF_INET, SOCK_STREAM, 0));
}
CUDA
expect 0 "fork -1, system 32512, socket -1" run escape.cu

cat >other.cpp <<'CPP'
int twice(int x) { return 2 * x; }
CPP
cat >main.cu <<'CUDA'
#include <cstdio>
int twice(int x);
int main() { printf("twice %d\n", twice(21)); }
CUDA
expect 0 "twice 42" run main.cu other.cpp

# Options of the build, and its parts.
printf '#include <cstdio>\n#include <span>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); puts(__cplusplus > 201703L ? "new" : "old"); }\n' >standard.cu
expect 0 "new" run standard.cu --std c++20 --emit parts -lm
grep -q "k<<<1, 1>>>" parts/standard.host.cu && grep -q "__global__ void k() {}" parts/standard.device.cu &&
    grep -q "\.entry _Z1kv" parts/standard.ptx || { echo "FAIL parts of a program"; failures=$((failures + 1)); }

printf 'int main() { volatile int x = 1; while (x); }\n' >endless.cu
expect 1 "its time is over, after 1 s in host code" run endless.cu --seconds 1
cat >rounds.cu <<'CUDA'
__global__ void step(float *a) { for (int k = 0; k < 2000; k++) a[threadIdx.x] += k; }
int main()
{
    float *a;
    cudaMalloc(&a, 1024);
    cudaMemset(a, 0, 1024);
    for (int i = 0; i < 1000000; i++)
        step<<<1, 256>>>(a);
}
CUDA
"$program" run rounds.cu --seconds 1 >output 2>&1
for words in "its time is over, after 1 s" "Line 8 launched step [0-9]* times: [0-9]* s. Each launch found other data" \
    "more time: --seconds 10"; do
    grep -q "$words" output || { echo "FAIL rounds.cu: no '$words'"; cat output; failures=$((failures + 1)); }
done
printf 'int main() { cudaFoo(); }\n' >unknown.cu
expect 1 "unknown.cu:1:14: error: use of undeclared identifier 'cudaFoo'" run unknown.cu
expect 1 "doc/programs.md lists its functions" run unknown.cu
# What textures lack is said at the line that asks for it.
printf 'texture<float, 2> image;\nint main() {}\n' >reference.cu
expect 1 "make a texture object with cudaCreateTextureObject()" run reference.cu
printf 'surface<void, 2> image;\nint main() {}\n' >surface.cu
expect 1 "make a surface object with cudaCreateSurfaceObject()" run surface.cu
printf '__global__ void k(cudaTextureObject_t t, float *x) {\n  *x = tex2DLod<float>(t, 0, 0, 1); }\nint main() { k<<<1, 1>>>(0, 0); }\n' >levels.cu
expect 1 "levels.cu:2:8: error" run levels.cu
expect 1 "textures have no levels" run levels.cu
printf 'template <class F> __global__ void k(F f) { f(); }\nint main() {\n  k<<<1, 1>>>([] __device__() {}); }\n' >lambda.cu
expect 1 "lambda.cu:3:18: error: a lambda of a host function cannot run in a kernel here" run lambda.cu
printf '__global__ void k() { undeclared(); }\nint main() { k<<<1, 1>>>(); }\n' >kernel.cu
expect 1 "kernel.cu:1:23: error" run kernel.cu

# On a terminal the program has one too: of warpschool's own, and with the same filter. What the
# program and its kernels print comes in order, on both streams.
cat >terminal.cu <<'CUDA'
#include <cstdio>
#include <unistd.h>
__global__ void say() { printf("kernel\n"); }
int main()
{
    printf("terminal %d %d\n", isatty(1), isatty(2));
    fprintf(stderr, "error\033]52;c;evil\007\n");
    say<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("end\n");
}
CUDA
expect 0 $'terminal 0 0\nerror]52;c;evil\nkernel\nend' run terminal.cu
shown=$(python3 -c '
import os, pty, sys
pty.spawn(sys.argv[1:], lambda fd: os.read(fd, 4096))' "$program" run terminal.cu </dev/null | tr -d '\r' | head -4 | tr '\n' '|')
[ "$shown" = "terminal 1 1|error]52;c;evil|kernel|end|" ] || { echo "FAIL on a terminal: $shown"; failures=$((failures + 1)); }

# The folder of a run goes away, whatever ends warpschool.
printf '#include <cstdio>\nint main() { puts("begun"); fflush(stdout); volatile int x = 1; while (x); }\n' >waits.cu
mkdir temporary
# The compiler's folder may stay: the next start removes it.
folders_left() { find temporary -mindepth 1 -maxdepth 1 ! -name 'warpschool-compiler-*'; }
for signal in INT TERM HUP KILL; do
    TMPDIR=$scratch/temporary python3 -c '
import signal, subprocess, sys
number = getattr(signal, "SIG" + sys.argv[1])
if number != signal.SIGKILL:
    signal.signal(number, signal.SIG_DFL)  # what runs in the background ignores some
run = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE)
run.stdout.readline()
run.send_signal(number)
run.wait()' "$signal" "$program" run waits.cu
    for _ in $(seq 100); do
        [ -z "$(folders_left)" ] && break
        sleep 0.05
    done
    [ -z "$(folders_left)" ] || { echo "FAIL a folder stays after SIG$signal"; failures=$((failures + 1)); }
done

# Each of several allocations in one line has its own name.
printf 'int main() { float *a, *b;\ncudaMalloc(&a, 4); cudaMalloc(&b, 4);\ncudaFree(a); }\n' >pair.cu
expect 0 "'b' (4 bytes) is never freed" run pair.cu
# Findings are in the learner's language, and their kinds are not.
LANGUAGE=es expect 1 "'first' (4096 bytes) ya se liberó, en la línea 10" run "$mistakes/double_free.cu"
LANGUAGE=zh expect 1 "'first'（4096 字节）已在第 10 行释放" run "$mistakes/double_free.cu"
LANGUAGE=es expect 1 '"kind": "double_free"' run "$mistakes/double_free.cu" --json
LANGUAGE=es expect 1 "el bloque tiene 1056 hilos" run "$mistakes/too_many_threads.cu"
finish
