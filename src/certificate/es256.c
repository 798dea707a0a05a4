/* Keys and signatures of P-256 by OpenSSL. */
#include "certificate/es256.h"

#include "base/i18n.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>

#define GROUP "prime256v1" /* OpenSSL's name of P-256 */

enum { COORDINATE_BYTES = ES256_COORDINATE_BYTES, UNCOMPRESSED_BYTES = 1 + 2 * COORDINATE_BYTES, DER_BYTES_MAX = 80 };

struct es256_key {
    EVP_PKEY *pair; /* or the public half */
    bool is_private;
};

DEFINE_CLEANUP(EVP_MD_CTX_free, EVP_MD_CTX *)
DEFINE_CLEANUP(EVP_PKEY_CTX_free, EVP_PKEY_CTX *)
DEFINE_CLEANUP(EVP_PKEY_free, EVP_PKEY *)
DEFINE_CLEANUP(ECDSA_SIG_free, ECDSA_SIG *)
DEFINE_CLEANUP(BIO_free_all, BIO *)

/* Nothing of OpenSSL's queue helps a learner, and it must not grow. */
static bool fail(enum error_code code, const char *what, struct error *error)
{
    ERR_clear_error();
    return error_set(error, code, "%s", _(what));
}

/* Takes the pair over. */
static struct es256_key *wrap(EVP_PKEY *pair, bool is_private)
{
    struct es256_key *key = calloc(1, sizeof *key);
    if (!key)
        abort();
    *key = (struct es256_key){.pair = pair, .is_private = is_private};
    return key;
}

struct es256_key *es256_key_new(struct error *error)
{
    EVP_PKEY *pair = EVP_EC_gen(GROUP);
    if (pair)
        return wrap(pair, true);
    fail(ERROR_INTERNAL, "OpenSSL made no key", error);
    return NULL;
}

void es256_key_free(struct es256_key *key)
{
    if (!key)
        return;
    EVP_PKEY_free(key->pair);
    free(key);
}

/* `octets`: a point in one of the forms of SEC 1, 2.3.3. */
static struct es256_key *from_octets(const uint8_t *octets, size_t size_bytes, struct error *error)
{
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)GROUP, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)octets, size_bytes),
        OSSL_PARAM_construct_end(),
    };
    CLEANUP(EVP_PKEY_CTX_free) EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *pair = NULL;
    if (context && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &pair, EVP_PKEY_PUBLIC_KEY, parameters) == 1)
        return wrap(pair, false);
    fail(ERROR_SYNTAX, N_("the public key is no point of the curve P-256"), error);
    return NULL;
}

struct es256_key *es256_key_from_point(const uint8_t point[ES256_POINT_BYTES], struct error *error)
{
    return from_octets(point, ES256_POINT_BYTES, error);
}

struct es256_key *es256_key_from_coordinates(const uint8_t x[COORDINATE_BYTES], const uint8_t y[COORDINATE_BYTES],
                                             struct error *error)
{
    uint8_t octets[UNCOMPRESSED_BYTES] = {4};
    memcpy(octets + 1, x, COORDINATE_BYTES);
    memcpy(octets + 1 + COORDINATE_BYTES, y, COORDINATE_BYTES);
    return from_octets(octets, sizeof octets, error);
}

bool es256_key_coordinates(const struct es256_key *key, uint8_t out_x[COORDINATE_BYTES],
                           uint8_t out_y[COORDINATE_BYTES], struct error *error)
{
    BIGNUM *x = NULL, *y = NULL;
    bool good = EVP_PKEY_get_bn_param(key->pair, OSSL_PKEY_PARAM_EC_PUB_X, &x) == 1 &&
                EVP_PKEY_get_bn_param(key->pair, OSSL_PKEY_PARAM_EC_PUB_Y, &y) == 1 &&
                BN_bn2binpad(x, out_x, COORDINATE_BYTES) == COORDINATE_BYTES &&
                BN_bn2binpad(y, out_y, COORDINATE_BYTES) == COORDINATE_BYTES;
    BN_free(x);
    BN_free(y);
    return good || fail(ERROR_INTERNAL, "OpenSSL gave no public key", error);
}

bool es256_key_point(const struct es256_key *key, uint8_t out_point[ES256_POINT_BYTES], struct error *error)
{
    uint8_t whole[UNCOMPRESSED_BYTES];
    size_t size_bytes = 0;
    if (EVP_PKEY_get_octet_string_param(key->pair, OSSL_PKEY_PARAM_PUB_KEY, whole, sizeof whole, &size_bytes) != 1)
        return fail(ERROR_INTERNAL, "OpenSSL gave no public key", error);
    if (size_bytes == ES256_POINT_BYTES) { /* a key that was read in this form keeps it */
        memcpy(out_point, whole, ES256_POINT_BYTES);
        return true;
    }
    if (size_bytes != sizeof whole)
        return fail(ERROR_INTERNAL, "OpenSSL gave a public key of another size", error);
    out_point[0] = (uint8_t)(2 + (whole[UNCOMPRESSED_BYTES - 1] & 1));
    memcpy(out_point + 1, whole + 1, COORDINATE_BYTES);
    return true;
}

static bool is_p256(const EVP_PKEY *pair)
{
    char group[32] = "";
    return EVP_PKEY_is_a(pair, "EC") && EVP_PKEY_get_group_name((EVP_PKEY *)pair, group, sizeof group, NULL) == 1 &&
           strcmp(group, GROUP) == 0;
}

/* Else OpenSSL would ask on the terminal. */
static int no_password(char *text, int size, int is_writing, void *context)
{
    (void)text, (void)size, (void)is_writing, (void)context;
    return 0;
}

struct es256_key *es256_key_read(const char *pem, size_t size_bytes, struct error *error)
{
    CLEANUP(BIO_free_all) BIO *text = BIO_new_mem_buf(pem, (int)size_bytes);
    CLEANUP(EVP_PKEY_free) EVP_PKEY *pair = text ? PEM_read_bio_PrivateKey(text, NULL, no_password, NULL) : NULL;
    bool is_private = pair != NULL;
    if (text && !pair) {
        BIO_reset(text);
        pair = PEM_read_bio_PUBKEY(text, NULL, no_password, NULL);
    }
    if (!pair || !is_p256(pair)) {
        fail(ERROR_SYNTAX, pair ? N_("the key is not of the curve P-256") : N_("this is not a key in PEM form"), error);
        return NULL;
    }
    struct es256_key *key = wrap(pair, is_private);
    pair = NULL;
    return key;
}

bool es256_key_write_private(const struct es256_key *key, struct buffer *out_pem, struct error *error)
{
    CLEANUP(BIO_free_all) BIO *text = BIO_new(BIO_s_mem());
    if (!text || PEM_write_bio_PKCS8PrivateKey(text, key->pair, NULL, NULL, 0, NULL, NULL) != 1)
        return fail(ERROR_INTERNAL, "OpenSSL wrote no key", error);
    char *data;
    long size_bytes = BIO_get_mem_data(text, &data);
    buffer_append(out_pem, data, (size_t)size_bytes);
    return true;
}

/* --- signatures ------------------------------------------------------------------------------- */

/* OpenSSL's form is DER (RFC 3279). */
static bool raw_of(const uint8_t *der, size_t size_bytes, uint8_t out_signature[ES256_SIGNATURE_BYTES])
{
    CLEANUP(ECDSA_SIG_free) ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)size_bytes);
    return pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out_signature, COORDINATE_BYTES) == COORDINATE_BYTES &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), out_signature + COORDINATE_BYTES, COORDINATE_BYTES) == COORDINATE_BYTES;
}

/* Returns the size; 0: it cannot be written so. */
static size_t der_of(const uint8_t signature[ES256_SIGNATURE_BYTES], uint8_t out_der[DER_BYTES_MAX])
{
    CLEANUP(ECDSA_SIG_free) ECDSA_SIG *pair = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(signature, COORDINATE_BYTES, NULL);
    BIGNUM *s = BN_bin2bn(signature + COORDINATE_BYTES, COORDINATE_BYTES, NULL);
    if (!pair || !r || !s || ECDSA_SIG_set0(pair, r, s) != 1) {
        BN_free(r);
        BN_free(s);
        return 0;
    }
    uint8_t *end = out_der;
    int size_bytes = i2d_ECDSA_SIG(pair, NULL) <= DER_BYTES_MAX ? i2d_ECDSA_SIG(pair, &end) : 0;
    return size_bytes > 0 ? (size_t)size_bytes : 0;
}

bool es256_sign(const struct es256_key *key, const void *data, size_t size_bytes,
                uint8_t out_signature[ES256_SIGNATURE_BYTES], struct error *error)
{
    if (!key->is_private)
        return error_set(error, ERROR_UNSUPPORTED, "a public key cannot sign");
    CLEANUP(EVP_MD_CTX_free) EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t der[DER_BYTES_MAX];
    size_t der_bytes = sizeof der;
    if (context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key->pair) == 1 &&
        EVP_DigestSign(context, der, &der_bytes, data, size_bytes) == 1 && raw_of(der, der_bytes, out_signature))
        return true;
    return fail(ERROR_INTERNAL, "OpenSSL did not sign", error);
}

bool es256_is_signed_by(const struct es256_key *key, const void *data, size_t size_bytes,
                        const uint8_t signature[ES256_SIGNATURE_BYTES])
{
    CLEANUP(EVP_MD_CTX_free) EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t der[DER_BYTES_MAX];
    size_t der_bytes = der_of(signature, der);
    bool good = der_bytes > 0 && context && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key->pair) == 1 &&
                EVP_DigestVerify(context, der, der_bytes, data, size_bytes) == 1;
    ERR_clear_error();
    return good;
}
