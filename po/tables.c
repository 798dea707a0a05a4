/*
 * Never compiled: texts in tables of layers that know nothing of translation, which the shell shows through _(). Read
 * by cmake/Translations.cmake when the template is made.
 */
N_("compiles")
N_("safe")
N_("right")
N_("structure")
N_("speed") N_("passed") N_("wrong result") N_("unsafe") N_("gate not met") N_("too slow") N_("does not compile")
    N_("out of time") N_("crashed") N_("waived: this device lacks a feature") N_("could not be judged") N_("gold")
        N_("silver") N_("bronze") N_("foundation") N_("intermediate") N_("advanced") N_("research") N_("lesson")
            N_("week") N_("assessment") N_("project") N_("Foundation badge") N_("Foundation") N_("Advanced") N_("Research") N_("global")
                N_("shared") N_("local") N_("constant") N_("parameter") N_("register") N_("read") N_("write")
                    N_("atomic") N_("program") N_("sandbox") N_("virtual GPU") N_("NVIDIA GPU") N_("progress")
                        N_("work folder") N_("disk space") N_("lessons") N_("editor") N_("terminal")
            N_("launch") N_("dispatch") N_("latency") N_("issue") N_("f32") N_("integer") N_("f64") N_("special") N_("tensor")
                N_("l1_miss") N_("l2") N_("l2_store") N_("dram") N_("link") N_("barrier")
                    N_("COMMAND") N_("OPTIONS") N_("ARGUMENTS") N_("LESSON") N_("EXERCISE") N_("TEXT")
                        N_("STEP") N_("EXPR") N_("WORD") N_("WORDS") N_("FILE") N_("ATTEMPT")
                        N_("REMARK") N_("FOLDER") N_("KERNEL") N_("ARG") N_("NAME") N_("KIND")
                        N_("BYTES") N_("VALUE") N_("PATH") N_("SHELL") N_("DID")
