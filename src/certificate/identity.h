/*
 * The learner's identity: a private key in a file of mode 0600. It never leaves the machine with
 * progress.
 */
#ifndef CERTIFICATE_IDENTITY_H
#define CERTIFICATE_IDENTITY_H

#include "certificate/es256.h"

/*
 * The key of FOLDER/identity.pem. Makes it at the first call; two programs at once get the same
 * one. Refuses a file that others can read, with advice.
 */
struct es256_key *identity_open(const char *folder, struct error *error);

#endif
