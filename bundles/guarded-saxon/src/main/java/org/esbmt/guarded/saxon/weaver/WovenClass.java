package org.esbmt.guarded.saxon.weaver;

import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ASM9;

import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/** One class with checks in its methods. */
final class WovenClass extends ClassVisitor {
    private final Set<String> named;
    private String owner = "";

    /** @param named collects the classes used by its methods */
    WovenClass(ClassVisitor next, Set<String> named) {
        super(ASM9, next);
        this.named = named;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String base, String[] interfaces) {
        owner = name;
        super.visit(version, access, name, signature, base, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        return (access & ACC_ABSTRACT) != 0 ? next : new WovenMethod(next, owner, name, named);
    }
}
