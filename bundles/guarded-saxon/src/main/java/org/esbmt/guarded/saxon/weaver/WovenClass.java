package org.esbmt.guarded.saxon.weaver;

import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ASM9;

import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/** One class with checks in its methods. */
final class WovenClass extends ClassVisitor {
    private final Set<String> named;
    private final ShortMethods unchecked;
    private String owner = "";

    /**
     * Weaves into {@code next}.
     *
     * @param named collects the classes used by its methods
     * @param unchecked the methods without a check
     */
    WovenClass(ClassVisitor next, Set<String> named, ShortMethods unchecked) {
        super(ASM9, next);
        this.named = named;
        this.unchecked = unchecked;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String base, String[] interfaces) {
        if (base.equals(WovenMethod.STACK)) {
            throw new IllegalStateException(name + " is a stack with locks");
        }
        owner = name;
        super.visit(version, access, name, signature, base, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        return (access & ACC_ABSTRACT) != 0
                ? next
                : new WovenMethod(next, owner, name, named, !unchecked.contains(owner, name, descriptor));
    }
}
