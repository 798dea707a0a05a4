/* Lists of words of host code and device code. */
#include "compiler/source/host_words.h"

#include <ctype.h>
#include <string.h>

static const char *const device_words[] = {"__global__", "__device__",  "__constant__",
                                           "__shared__", "__managed__", "__grid_constant__"};

/* Words before a parenthesis that is no parameter list. */
static const char *const attribute_words[] = {"__align__",     "alignas", "__attribute__",     "__declspec",
                                              "decltype",      "sizeof",  "__launch_bounds__", "noexcept",
                                              "static_assert", "alignof", "__maxnreg__",       "asm"};

static const char *const kept_words[] = {"typedef", "using", "static_assert", "friend"};

/* Headers of the toolkit with host calls only. Kernels do not need them. */
static const char *const host_headers[] = {"cublas",
                                           "cufft",
                                           "cusparse",
                                           "cusolver",
                                           "curand.h",
                                           "thrust/",
                                           "cudnn",
                                           "nvToolsExt",
                                           "nvtx",
                                           "npp",
                                           "nvml",
                                           "nvjpeg",
                                           "cupti",
                                           "cudaProfiler",
                                           "cuda_profiler_api",
                                           "cuda_gl_interop",
                                           "cudaGL",
                                           "cudaEGL",
                                           "cuda_egl",
                                           "cub/device/",
                                           "cuda_runtime_api.h",
                                           "cuda_occupancy.h",
                                           "nvrtc",
                                           "nccl"};

static bool is_one_of(struct host_token token, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (host_token_is(token, words[i]))
            return true;
    return false;
}
#define IS_ONE_OF(token, words) is_one_of(token, words, sizeof(words) / sizeof(words)[0])

bool host_word_is_device(struct host_token token)
{
    return token.kind == HOST_TOKEN_NAME && IS_ONE_OF(token, device_words);
}

bool host_word_is_attribute(struct host_token token)
{
    return IS_ONE_OF(token, attribute_words);
}

bool host_word_is_kept(struct host_token token)
{
    return IS_ONE_OF(token, kept_words);
}

/* A type of the C++ library that only a host has. Starts after std, at its colons. */
static bool is_host_member(const char *at, const char *end)
{
    static const char *const members[] = {"vector", "string",   "map",     "set",        "list",       "deque",
                                          "thread", "function", "mutex",   "shared_ptr", "unique_ptr", "unordered_map",
                                          "chrono", "ostream",  "istream", "ifstream",   "ofstream",   "mt19937"};
    struct host_token token;
    do {
        token = host_token_read(at, end, false);
        at += token.length;
    } while (token.kind == HOST_TOKEN_BLANK || host_token_is(token, ":"));
    return IS_ONE_OF(token, members);
}

/* Types and functions of the host's library and runtime. */
bool host_word_is_host(struct host_token token, const char *end)
{
    static const char *const words[] = {"FILE", "thrust", "torch", "c10", "malloc", "calloc"};
    static const char *const known[] = {"cudaStream_t", "cudaEvent_t", /* shims.def has them */
                                        "cudaReadModeElementType", "cudaReadModeNormalizedFloat"};
    bool is_runtime =
        (token.length > 4 && memcmp(token.text, "cuda", 4) == 0 && isupper((unsigned char)token.text[4])) ||
        (token.length > 6 && memcmp(token.text, "cublas", 6) == 0);
    if (host_token_is(token, "std"))
        return is_host_member(token.text + token.length, end);
    return (is_runtime && !IS_ONE_OF(token, known)) || IS_ONE_OF(token, words);
}

bool host_word_is_header(const char *name)
{
    for (size_t i = 0; i < sizeof host_headers / sizeof host_headers[0]; i++)
        if (strncmp(name, host_headers[i], strlen(host_headers[i])) == 0)
            return true;
    return false;
}
