package org.esbmt.guarded.saxon.weaver;

import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.RETURN;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Empties a class: it keeps the names of its methods, which do nothing and return 0, false or null. The class must
 * derive from Object.
 */
final class EmptiedClass extends ClassVisitor {

    EmptiedClass(ClassVisitor next) {
        super(ASM9, next);
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        return null;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        if ((access & ACC_ABSTRACT) == 0) {
            method.visitCode();
            if (name.equals("<init>")) {
                method.visitVarInsn(ALOAD, 0);
                method.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            }
            returnNothing(method, Type.getReturnType(descriptor).getSort());
            method.visitMaxs(0, 0);
            method.visitEnd();
        }
        return null;
    }

    private static void returnNothing(MethodVisitor method, int sort) {
        switch (sort) {
            case Type.VOID -> method.visitInsn(RETURN);
            case Type.OBJECT, Type.ARRAY -> {
                method.visitInsn(ACONST_NULL);
                method.visitInsn(ARETURN);
            }
            case Type.BOOLEAN, Type.INT -> {
                method.visitInsn(ICONST_0);
                method.visitInsn(IRETURN);
            }
            default -> throw new IllegalArgumentException("a method returns another type");
        }
    }
}
