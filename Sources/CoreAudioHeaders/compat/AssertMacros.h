#ifndef AssertMacros_h
#define AssertMacros_h
#define __ASSERTMACROS__

// Assertions as in release builds: `check` does nothing, `verify` evaluates its argument, `require` jumps to a label,
// and the actions run. Nothing is printed. The names with underscores are always defined; the short ones, unless a
// program defines the following as 0.

#ifndef __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES
#define __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES 1
#endif

#define __ASSERT_MACROS_NOTHING do { } while (0)
#define __ASSERT_MACROS_VALUE(value) do { if (value) { } } while (0)
#define __ASSERT_MACROS_ACTION(failed, action) do { if (__builtin_expect(!!(failed), 0)) { action; } } while (0)
#define __ASSERT_MACROS_GOTO(failed, label) do { if (__builtin_expect(!!(failed), 0)) goto label; } while (0)
#define __ASSERT_MACROS_BOTH(failed, label, action) \
    do { if (__builtin_expect(!!(failed), 0)) { { action; } goto label; } } while (0)

#define __Debug_String(message) __ASSERT_MACROS_NOTHING
#define __Check(assertion) __ASSERT_MACROS_NOTHING
#define __nCheck(assertion) __ASSERT_MACROS_NOTHING
#define __Check_String(assertion, message) __ASSERT_MACROS_NOTHING
#define __nCheck_String(assertion, message) __ASSERT_MACROS_NOTHING
#define __Check_noErr(error) __ASSERT_MACROS_NOTHING
#define __Check_noErr_String(error, message) __ASSERT_MACROS_NOTHING
#define __Verify(assertion) __ASSERT_MACROS_VALUE(assertion)
#define __nVerify(assertion) __ASSERT_MACROS_VALUE(assertion)
#define __Verify_String(assertion, message) __ASSERT_MACROS_VALUE(assertion)
#define __nVerify_String(assertion, message) __ASSERT_MACROS_VALUE(assertion)
#define __Verify_noErr(error) __ASSERT_MACROS_VALUE(error)
#define __Verify_noErr_String(error, message) __ASSERT_MACROS_VALUE(error)
#define __Verify_Action(assertion, action) __ASSERT_MACROS_ACTION(!(assertion), action)
#define __Verify_noErr_Action(error, action) __ASSERT_MACROS_ACTION((error) != 0, action)
#define __Require(assertion, label) __ASSERT_MACROS_GOTO(!(assertion), label)
#define __Require_Action(assertion, label, action) __ASSERT_MACROS_BOTH(!(assertion), label, action)
#define __Require_Quiet(assertion, label) __ASSERT_MACROS_GOTO(!(assertion), label)
#define __Require_Action_Quiet(assertion, label, action) __ASSERT_MACROS_BOTH(!(assertion), label, action)
#define __Require_String(assertion, label, message) __ASSERT_MACROS_GOTO(!(assertion), label)
#define __Require_Action_String(assertion, label, action, message) __ASSERT_MACROS_BOTH(!(assertion), label, action)
#define __nRequire(assertion, label) __ASSERT_MACROS_GOTO(assertion, label)
#define __nRequire_Action(assertion, label, action) __ASSERT_MACROS_BOTH(assertion, label, action)
#define __nRequire_Quiet(assertion, label) __ASSERT_MACROS_GOTO(assertion, label)
#define __nRequire_Action_Quiet(assertion, label, action) __ASSERT_MACROS_BOTH(assertion, label, action)
#define __nRequire_String(assertion, label, message) __ASSERT_MACROS_GOTO(assertion, label)
#define __nRequire_Action_String(assertion, label, action, message) __ASSERT_MACROS_BOTH(assertion, label, action)
#define __Require_noErr(error, label) __ASSERT_MACROS_GOTO((error) != 0, label)
#define __Require_noErr_Action(error, label, action) __ASSERT_MACROS_BOTH((error) != 0, label, action)
#define __Require_noErr_Quiet(error, label) __ASSERT_MACROS_GOTO((error) != 0, label)
#define __Require_noErr_Action_Quiet(error, label, action) __ASSERT_MACROS_BOTH((error) != 0, label, action)
#define __Require_noErr_String(error, label, message) __ASSERT_MACROS_GOTO((error) != 0, label)
#define __Require_noErr_Action_String(error, label, action, message) __ASSERT_MACROS_BOTH((error) != 0, label, action)

#ifdef __cplusplus
#define __Check_Compile_Time(expression) static_assert(expression, #expression)
#else
#define __Check_Compile_Time(expression) _Static_assert(expression, #expression)
#endif

#if __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES
#ifndef debug_string
#define debug_string(message) __Debug_String(message)
#endif
#ifndef check
#define check(assertion) __Check(assertion)
#endif
#ifndef ncheck
#define ncheck(assertion) __nCheck(assertion)
#endif
#ifndef check_string
#define check_string(assertion, message) __Check_String(assertion, message)
#endif
#ifndef ncheck_string
#define ncheck_string(assertion, message) __nCheck_String(assertion, message)
#endif
#ifndef check_noerr
#define check_noerr(error) __Check_noErr(error)
#endif
#ifndef check_noerr_string
#define check_noerr_string(error, message) __Check_noErr_String(error, message)
#endif
#ifndef verify
#define verify(assertion) __Verify(assertion)
#endif
#ifndef nverify
#define nverify(assertion) __nVerify(assertion)
#endif
#ifndef verify_string
#define verify_string(assertion, message) __Verify_String(assertion, message)
#endif
#ifndef nverify_string
#define nverify_string(assertion, message) __nVerify_String(assertion, message)
#endif
#ifndef verify_noerr
#define verify_noerr(error) __Verify_noErr(error)
#endif
#ifndef verify_noerr_string
#define verify_noerr_string(error, message) __Verify_noErr_String(error, message)
#endif
#ifndef verify_action
#define verify_action(assertion, action) __Verify_Action(assertion, action)
#endif
#ifndef verify_noerr_action
#define verify_noerr_action(error, action) __Verify_noErr_Action(error, action)
#endif
#ifndef require
#define require(assertion, label) __Require(assertion, label)
#endif
#ifndef require_action
#define require_action(assertion, label, action) __Require_Action(assertion, label, action)
#endif
#ifndef require_quiet
#define require_quiet(assertion, label) __Require_Quiet(assertion, label)
#endif
#ifndef require_action_quiet
#define require_action_quiet(assertion, label, action) __Require_Action_Quiet(assertion, label, action)
#endif
#ifndef require_string
#define require_string(assertion, label, message) __Require_String(assertion, label, message)
#endif
#ifndef require_action_string
#define require_action_string(assertion, label, action, message) __Require_Action_String(assertion, label, action, message)
#endif
#ifndef nrequire
#define nrequire(assertion, label) __nRequire(assertion, label)
#endif
#ifndef nrequire_action
#define nrequire_action(assertion, label, action) __nRequire_Action(assertion, label, action)
#endif
#ifndef nrequire_quiet
#define nrequire_quiet(assertion, label) __nRequire_Quiet(assertion, label)
#endif
#ifndef nrequire_action_quiet
#define nrequire_action_quiet(assertion, label, action) __nRequire_Action_Quiet(assertion, label, action)
#endif
#ifndef nrequire_string
#define nrequire_string(assertion, label, message) __nRequire_String(assertion, label, message)
#endif
#ifndef nrequire_action_string
#define nrequire_action_string(assertion, label, action, message) __nRequire_Action_String(assertion, label, action, message)
#endif
#ifndef require_noerr
#define require_noerr(error, label) __Require_noErr(error, label)
#endif
#ifndef require_noerr_action
#define require_noerr_action(error, label, action) __Require_noErr_Action(error, label, action)
#endif
#ifndef require_noerr_quiet
#define require_noerr_quiet(error, label) __Require_noErr_Quiet(error, label)
#endif
#ifndef require_noerr_action_quiet
#define require_noerr_action_quiet(error, label, action) __Require_noErr_Action_Quiet(error, label, action)
#endif
#ifndef require_noerr_string
#define require_noerr_string(error, label, message) __Require_noErr_String(error, label, message)
#endif
#ifndef require_noerr_action_string
#define require_noerr_action_string(error, label, action, message) __Require_noErr_Action_String(error, label, action, message)
#endif
#ifndef check_compile_time
#define check_compile_time(expression) __Check_Compile_Time(expression)
#endif
#endif

#endif
