package org.ipcbench.transports.libc;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import jnr.ffi.annotations.IgnoreError;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Implements an interface of C functions by {@code java.lang.foreign}: a class is written whose methods each hold nothing but
 * an {@code invokedynamic} instruction, which is linked to the function of that name at the first call. So a function that
 * nobody calls costs nothing, and to the compiler the linked handle is a constant, as in a field that is static and final.
 */
final class LinkedCalls {
    private static final String NAME = Type.getInternalName(LinkedCalls.class) + "$Implementation";
    private static final String CONSTRUCTOR = "<init>";
    private static final String OBJECT = Type.getInternalName(Object.class);

    private static final Handle LINK = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(LinkedCalls.class),
            "link",
            MethodType.methodType(CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class, int.class)
                    .toMethodDescriptorString(),
            false);

    private LinkedCalls() {}

    static <T> T implement(Class<T> functions) {
        try {
            Class<?> implementation = MethodHandles.lookup()
                    .defineHiddenClass(code(functions), true)
                    .lookupClass();
            return functions.cast(implementation.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot implement " + functions.getName(), e);
        }
    }

    /** Called by the JVM, once for each function. */
    static CallSite link(MethodHandles.Lookup caller, String function, MethodType type, int savesErrno) {
        MethodHandle call = savesErrno == 0
                ? ForeignMemory.function(function, type)
                : SavedErrno.behind(ForeignMemory.functionSavingErrno(function, type));
        return new ConstantCallSite(call);
    }

    private static byte[] code(Class<?> functions) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, OBJECT, new String[] {
            Type.getInternalName(functions)
        });
        MethodVisitor constructor = writer.visitMethod(0, CONSTRUCTOR, "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, CONSTRUCTOR, "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        end(constructor);
        for (Method function : functions.getMethods()) {
            String descriptor = Type.getMethodDescriptor(function);
            MethodVisitor body = writer.visitMethod(Opcodes.ACC_PUBLIC, function.getName(), descriptor, null, null);
            body.visitCode();
            int slot = 1;
            for (Type argument : Type.getArgumentTypes(function)) {
                body.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
                slot += argument.getSize();
            }
            int savesErrno = function.isAnnotationPresent(IgnoreError.class) ? 0 : 1;
            body.visitInvokeDynamicInsn(function.getName(), descriptor, LINK, savesErrno);
            body.visitInsn(Type.getReturnType(function).getOpcode(Opcodes.IRETURN));
            end(body);
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void end(MethodVisitor method) {
        method.visitMaxs(0, 0); // computed
        method.visitEnd();
    }
}
