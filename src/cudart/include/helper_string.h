/* Options of the command line, under the names of the public samples: --name, -name=value. */
#ifndef WARPSCHOOL_HELPER_STRING_H
#define WARPSCHOOL_HELPER_STRING_H

#include <fstream>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <strings.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/* The text after the option's name, "" if it has no value, or NULL if the option is not given. */
static inline const char *warpschool_option(int argc, const char **argv, const char *name)
{
    size_t length = strcspn(name, "=");
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i] + strspn(argv[i], "-");
        if (option == argv[i] || strncasecmp(option, name, length) != 0)
            continue;
        if (option[length] == '\0')
            return option + length;
        if (option[length] == '=')
            return option + length + 1;
    }
    return NULL;
}

static inline bool checkCmdLineFlag(int argc, const char **argv, const char *name)
{
    return warpschool_option(argc, argv, name) != NULL;
}

static inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name)
{
    const char *value = warpschool_option(argc, argv, name);
    return value ? atoi(value) : 0;
}

static inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name)
{
    const char *value = warpschool_option(argc, argv, name);
    return value ? (float)atof(value) : 0.0f;
}

template <class T> bool getCmdLineArgumentValue(int argc, const char **argv, const char *name, T *out)
{
    const char *value = warpschool_option(argc, argv, name);
    if (value && *value)
        *out = (T)atof(value);
    return value != NULL;
}

static inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **out)
{
    const char *value = warpschool_option(argc, argv, name);
    *out = value ? (char *)value : NULL;
    return value != NULL;
}

/* Looks beside the program's working folder and in data/. The caller frees it; NULL: not found. */
static inline char *sdkFindFilePath(const char *name, const char *program)
{
    (void)program;
    for (const char *folder : {"./", "./data/", "../data/"}) {
        std::string path = std::string(folder) + name;
        if (std::ifstream(path).good())
            return strdup(path.c_str());
    }
    return NULL;
}

#endif
