/* Tests which words of a form go together. Both lists agree with ptxas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ptx_text.h"

static const struct {
    const char *body, *message;
} refused[] = {
    {"cvt.f32.s32 %f1, %r1;", "'cvt' needs one more word in this form: rn rz rm rp"},
    {"cvt.s32.f32 %r1, %f1;", "'cvt' needs one more word in this form: rni rzi rmi rpi"},
    {"cvt.f16.f32 %h1, %f1;", "'cvt' needs one more word in this form: rn rz rm rp"},
    {"cvt.rn.f32.f32 %f1, %f2;", "'cvt' does not take '.rn' in this form"},
    {"cvt.rn.s32.f32 %r1, %f2;", "'cvt' needs one more word in this form: rni rzi rmi rpi"},
    {"cvt.rzi.u32.u64 %r1, %d2;", "'cvt' does not take '.rzi' in this form"},
    {"cvt.ftz.f64.f16 %g1, %h2;", "'cvt' does not take '.ftz' in this form"},
    {"cvt.rn.sat.bf16.f32 %h1, %f2;", "'cvt' does not take '.sat' in this form"},
    {"mad.f32 %f1, %f2, %f3, %f4;", "'mad' needs one more word: Rounding"},
    {"fma.rn.sat.bf16 %h1, %h2, %h3, %h4;", "'fma' does not take '.sat' in this form"},
    {"set.eq.f32.f16 %f1, %h2, %h3;", "'set' has no form for type '.f16'"},
    {"set.eq.u64.u64 %d1, %d2, %d3;", "'set' has no form for type '.u64'"},
    {"redux.sync.and.u32 %r1, %r2, -1;", "'redux.sync.and' has no form for type '.u32'"},
    {"ld.global.f16 %h1, [%d1];", "'ld' has no form for type '.f16'"},
    {"ld.relaxed.global.u32 %r1, [%d1];", "'ld' needs one more word in this form: Scope"},
    {"ld.gpu.global.u32 %r1, [%d1];", "'ld' needs one more word in this form: relaxed acquire"},
    {"ld.volatile.gpu.u32 %r1, [%d1];", "'ld' needs one more word in this form: relaxed acquire"},
    {"ld.volatile.global.ca.u32 %r1, [%d1];", "'ld' does not take '.ca' in this form"},
    {"ld.acquire.gpu.const.u32 %r1, [%d1];", "'ld' does not take '.const' in this form"},
    {"ld.shared.nc.u32 %r1, [%d1];", "'ld' needs one more word in this form: global"},
    {"ld.shared.v4.u64 {%d1, %d2, %d3, %d4}, [%d5];", "'ld' does not take '.shared' in this form"},
    {"ld.global.v8.f64 {%g1, %g2, %g3, %g4, %g5, %g6, %g7, %g1}, [%d5];", "'ld.v8' has no form for type '.f64'"},
    {"st.release.global.u32 [%d1], %r1;", "'st' needs one more word in this form: Scope"},
    {"st.const.u32 [%d1], %r1;", "'st' does not take '.const' in this form"},
    {"st.acquire.gpu.u32 [%d1], %r1;", "'st' does not take '.acquire' in this form"},
    {"atom.global.and.f32 %f1, [%d1], %f2;", "'atom.and' has no form for type '.f32'"},
    {"atom.global.add.s64 %d1, [%d1], %d2;", "'atom.add' has no form for type '.s64'"},
    {"atom.global.add.f16 %h1, [%d1], %h2;", "'atom' needs one more word in this form: noftz"},
    {"atom.global.inc.s32 %r1, [%d1], %r2;", "'atom.inc' has no form for type '.s32'"},
    {"atom.shared.v2.add.f32 {%f1, %f2}, [%d1], {%f3, %f4};", "'atom' does not take '.shared' in this form"},
    {"red.acquire.gpu.global.add.u32 [%d1], %r2;", "'red' does not take '.acquire' in this form"},
    {"fence.acq_rel;", "'fence' needs one more word: Scope"},
    {"membar.gpu;", "'membar' needs one more word in this form: cta gl sys"},
    {"mbarrier.arrive.release.shared.b64 %d1, [%r1];", "'mbarrier.arrive' needs one more word in this form: Scope"},
    {"mbarrier.test_wait.release.cta.b64 %p1, [%d1], %d2;",
     "'mbarrier.test_wait' needs one more word in this form: relaxed acquire"},
    {"mul.lo.wide.u32 %d1, %r1, %r2;", "'mul' does not take '.wide' in this form"},
    {"mul.lo.lo.u32 %r1, %r1, %r2;", "'mul' does not take '.lo' beside '.lo'"},
    {"mul.lo.f32 %f1, %f1, %f2;", "'mul' does not take '.lo' in this form"},
    {"mul.lo.sat.s32 %r1, %r1, %r2;", "'mul.sat' has no form for type '.s32'"},
    {"mad.lo.rn.u32 %r1, %r1, %r2, %r3;", "'mad' does not take '.rn' in this form"},
    {"mad.lo.sat.s32 %r1, %r1, %r2, %r3;", "'mad' needs one more word in this form: hi"},
    {"mad.wide.cc.u32 %d1, %r1, %r2, %d3;", "'mad' does not take '.cc' in this form"},
    {"mad24.hi.sat.u32 %r1, %r1, %r2, %r3;", "'mad24.sat' has no form for type '.u32'"},
    {"add.rn.u32 %r1, %r1, %r2;", "'add' does not take '.rn' in this form"},
    {"add.sat.u32 %r1, %r1, %r2;", "'add.sat' has no form for type '.u32'"},
    {"add.cc.u16 %h1, %h1, %h2;", "'add.cc' has no form for type '.u16'"},
    {"add.rn.rz.f32 %f1, %f1, %f2;", "'add' does not take '.rz' beside '.rn'"},
    {"add.rni.f32 %f1, %f1, %f2;", "'add' does not take '.rni' in this form"},
    {"add.ftz.f64 %g1, %g1, %g2;", "'add' does not take '.ftz' in this form"},
    {"add.rz.f16 %h1, %h1, %h2;", "'add' does not take '.rz' in this form"},
    {"add.u64.u64 %d1, %d1, %d2;", "'add' has no form for type '.u64'"},
    {"add.f32.f32 %f1, %f1, %f2;", "'add' has no form for type '.f32'"},
    {"fma.rn.relu.f32 %f1, %f2, %f3, %f1;", "'fma.relu' has no form for type '.f32'"},
    {"div.rn.u32 %r1, %r1, %r2;", "'div' does not take '.rn' in this form"},
    {"div.rn.approx.f32 %f1, %f1, %f2;", "'div' does not take '.rn' in this form"},
    {"rcp.approx.f64 %g1, %g2;", "'rcp' needs one more word in this form: ftz"},
    {"sqrt.approx.f64 %g1, %g2;", "'sqrt' does not take '.approx' in this form"},
    {"ex2.approx.bf16 %h1, %h2;", "'ex2' needs one more word in this form: ftz"},
    {"abs.ftz.s32 %r1, %r2;", "'abs' does not take '.ftz' in this form"},
    {"min.NaN.s32 %r1, %r2, %r3;", "'min' does not take '.NaN' in this form"},
    {"min.relu.u32 %r1, %r2, %r3;", "'min.relu' has no form for type '.u32'"},
    {"min.xorsign.f32 %f1, %f2, %f3;", "'min' needs one more word in this form: abs"},
    {"setp.lo.s32 %p1, %r1, %r2;", "'setp' does not take '.lo' in this form"},
    {"setp.ltu.s32 %p1, %r1, %r2;", "'setp' does not take '.ltu' in this form"},
    {"setp.lt.b32 %p1, %r1, %r2;", "'setp' needs one more word in this form: eq ne"},
    {"setp.hi.f32 %p1, %f1, %f2;", "'setp' does not take '.hi' in this form"},
    {"setp.lt.eq.u32 %p1, %r1, %r2;", "'setp' does not take '.eq' beside '.lt'"},
    {"setp.lt.ftz.f64 %p1, %g1, %g2;", "'setp.ftz' has no form for type '.f64'"},
    {"slct.u32.u32 %r1, %r2, %r3, %r1;", "'slct' has no form for type '.u32'"},
    {"shf.l.b32 %r1, %r2, %r3, %r1;", "'shf' needs one more word in this form: clamp wrap"},
    {"shf.l.r.clamp.b32 %r1, %r2, %r3, %r1;", "'shf' does not take '.r' in this form"},
    {"prmt.b32.f4e.rc8 %r1, %r2, %r3, %r1;", "'prmt' does not take '.rc8' beside '.f4e'"},
    {"shfl.sync.up.down.b32 %r1, %r2, 1, 0, -1;", "'shfl.sync' does not take '.down' beside '.up'"},
    {"vote.sync.ballot.pred %p1, %p2, -1;", "'vote.sync.ballot' has no form for type '.pred'"},
    {"match.all.b32 %r1, %r2, -1;", "'match' needs one more word in this form: sync"},
    {"bar.sync.arrive 0, 32;", "'bar' does not take '.arrive' in this form"},
    {"bar.red.popc.pred %p1, 0, %p2;", "'bar.popc' has no form for type '.pred'"},
    {"membar.gl.cta;", "'membar' does not take '.cta' beside '.gl'"},
    {"ld.global.shared.u32 %r1, [%d1];", "'ld' takes one state space"},
    {"cvta.u64 %d1, %d2;", "'cvta' needs one more word in this form: global shared shared::cluster local const param"},
    {"isspacep %p1, %d2;",
     "'isspacep' needs one more word in this form: global shared shared::cluster local const param"},
    {"cp.async.ca.shared [%r1], [%d1], 4;", "'cp.async' needs one more word in this form: global"},
    {"ldmatrix.sync.aligned.m8n8.shared.b16 {%r1}, [%r2];", "'ldmatrix' needs one more word in this form: Repeat"},
    {"cvt.pack.sat.u8.u16.b32 %r1, %r2, %r3, %r1;", "'cvt.pack' has no form for type '.u16'"},
    {"movmatrix.sync.aligned.m8n8.b16 %r1, %r2;", "'movmatrix' needs one more word in this form: trans"},
    {"wmma.load.sync.aligned.row.m16n16k16.f32 {%f1, %f2}, [%d1];",
     "'wmma.load' needs one more word in this form: a b c"},
};

static const char *const accepted[] = {
    "mad.hi.sat.s32 %r1, %r2, %r3, %r1; mad.lo.cc.s64 %d1, %d2, %d3, %d1; madc.lo.u16 %h1, %h2, %h3, %h1; add.cc.s64 "
    "%d1, "
    "%d2, %d3;",
    "fma.rz.bf16 %h1, %h2, %h3, %h1; fma.rn.relu.f16x2 %r1, %r2, %r3, %r1; add.sat.f32 %f1, %f2, %f3; mul.rn.f16 %h1, "
    "%h2, "
    "%h3;",
    "min.relu.s16x2 %r1, %r2, %r3; max.NaN.xorsign.abs.f16 %h1, %h2, %h3; abs.ftz.f16 %h1, %h2; rcp.rn.ftz.f64 %g1, "
    "%g2;",
    "setp.hi.u16 %p1, %h1, %h2; setp.ne.b64 %p1, %d1, %d2; setp.geu.ftz.f16x2 %p1|%p2, %r1, %r2; set.lt.u32.f32 %r1, "
    "%f1, "
    "%f2;",
    "bar.red.or.pred %p1, 0, 64, !%p2; bar.cta.sync 0; barrier.cta.arrive.aligned 0, 64; match.all.sync.b32 %r1|%p1, "
    "%r2, "
    "-1;",
    "cvt.rn.f32.s32 %f1, %r1; cvt.rzi.sat.s32.f32 %r1, %f1; cvt.rzi.ftz.u8.f32 %h1, %f1; cvt.rpi.s64.f64 %d1, %g1;",
    "cvt.f32.f32 %f1, %f2; cvt.ftz.sat.f32.f32 %f1, %f2; cvt.rni.f32.f32 %f1, %f2; cvt.f64.f32 %g1, %f1;",
    "cvt.rn.f16.f32 %h1, %f1; cvt.rz.relu.bf16.f32 %h1, %f1; cvt.rn.satfinite.relu.f16.f32 %h1, %f1;",
    "cvt.f32.bf16 %f1, %h1; cvt.rn.f16.bf16 %h1, %h2; cvt.bf16.f16 %h1, %h2; cvt.rn.bf16.u64 %h1, %d1;",
    "cvt.u64.u32 %d1, %r1; cvt.sat.s8.u32 %r1, %r2; cvt.rp.ftz.sat.f32.f64 %f1, %g1; cvt.rna.tf32.f32 %r1, %f1;",
    "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2; cvt.rn.relu.f16x2.f32 %r1, %f1, %f2;",
    "mad.rn.f32 %f1, %f2, %f3, %f4; mad.lo.u32 %r1, %r2, %r3, %r4; fma.rn.relu.bf16 %h1, %h2, %h3, %h4;",
    "set.eq.u32.f64 %r1, %g1, %g2; set.lt.u16.f16 %h1, %h2, %h3; set.ne.f16x2.f16x2 %r1, %r2, %r3;",
    "redux.sync.add.s32 %r1, %r2, -1; redux.sync.xor.b32 %r1, %r2, -1;",
    "ld.relaxed.gpu.global.u32 %r1, [%d1]; ld.acquire.sys.shared.v2.u64 {%d1, %d2}, [%d3]; ld.weak.global.cg.u32 %r1, "
    "[%d1];",
    "ld.volatile.shared.u32 %r1, [%d1]; ld.mmio.relaxed.sys.global.u32 %r1, [%d1]; ld.global.ca.nc.v4.f32 {%f1, %f2, "
    "%f3, %f4}, [%d1];",
    "ld.global.nc.L1::no_allocate.L2::cache_hint.L2::256B.u32 %r1, [%d1], %d2; ld.const.v8.u16 {%h1, %h2, %h3, %h4, "
    "%h5,"
    " %h6, %h7, %h1}, [%d1];",
    "st.release.cta.shared.u32 [%d1], %r1; st.volatile.global.v4.f32 [%d1], {%f1, %f2, %f3, %f4}; st.wt.u8 [%d1], %h1;",
    "atom.global.add.u64 %d1, [%d2], %d3; atom.acq_rel.sys.shared.cas.b16 %h1, [%d1], %h2, %h3; atom.acquire.exch.b64 "
    "%d1, [%d2], %d3;",
    "atom.global.v4.add.f32 {%f1, %f2, %f3, %f4}, [%d1], {%f1, %f2, %f3, %f4}; atom.max.s64 %d1, [%d2], %d3;",
    "red.release.gpu.global.add.noftz.f16x2 [%d1], %r1; red.shared.or.b64 [%d1], %d2; red.add.f64 [%d1], %g1;",
    "fence.acq_rel.gpu; fence.cta; membar.gl; barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire;",
    "mbarrier.arrive.release.cta.shared.b64 %d1, [%r1]; mbarrier.arrive.noComplete.shared.b64 %d1, [%r1], 1; "
    "mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 %p1, [%r1], 1;",
};

static void wrong_combinations_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct ptx_text text = ptx_text_parse_body(refused[i].body);
        if (text.program || diagnostics_count(text.diagnostics) == 0)
            fail_msg("accepted: %s", refused[i].body);
        assert_string_equal(diagnostics_at(text.diagnostics, 0)->message, refused[i].message);
        assert_int_equal(diagnostics_at(text.diagnostics, 0)->location.line, PTX_TEXT_BODY_LINE);
        ptx_text_done(&text);
    }
}

static void right_combinations_parse(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        struct ptx_text text = ptx_text_parse_body(accepted[i]);
        if (!text.program)
            fail_msg("%s: %s", accepted[i], diagnostics_at(text.diagnostics, 0)->message);
        ptx_text_done(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_combinations_are_named),
        cmocka_unit_test(right_combinations_parse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
