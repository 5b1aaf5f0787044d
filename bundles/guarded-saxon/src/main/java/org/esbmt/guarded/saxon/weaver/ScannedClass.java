package org.esbmt.guarded.saxon.weaver;

import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_SYNCHRONIZED;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.MONITORENTER;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** The calls and loops of one class of Saxon's, for {@link ShortMethods}. */
final class ScannedClass extends ClassVisitor {
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

    /**
     * A call in a method.
     *
     * @param isDirect true if the class of the object does not choose the target
     */
    record Call(boolean isDirect, String owner, String name, String descriptor) {
        String signature() {
            return name + descriptor;
        }
    }

    /** A method with code, complete after the scan. */
    static final class Body extends MethodVisitor {
        private final String key;
        private final Set<String> lambdas;
        private final Set<Label> behind = new HashSet<>();
        private final List<Call> calls = new ArrayList<>();
        private boolean isLong;

        Body(String key, Set<String> lambdas, boolean isLong) {
            super(ASM9);
            this.key = key;
            this.lambdas = lambdas;
            this.isLong = isLong;
        }

        /** The class, the name and the types, as in one text. */
        String key() {
            return key;
        }

        List<Call> calls() {
            return calls;
        }

        /** True if it has a loop, a handler of exceptions or a lock. */
        boolean isLong() {
            return isLong;
        }

        @Override
        public void visitLabel(Label label) {
            behind.add(label);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            isLong |= behind.contains(label);
        }

        @Override
        public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
            isLong |= behind.contains(other) || List.of(labels).stream().anyMatch(behind::contains);
        }

        @Override
        public void visitTableSwitchInsn(int least, int most, Label other, Label... labels) {
            isLong |= behind.contains(other) || List.of(labels).stream().anyMatch(behind::contains);
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            isLong = true;
        }

        @Override
        public void visitInsn(int opcode) {
            isLong |= opcode == MONITORENTER;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean isDirect = opcode == INVOKESTATIC || opcode == INVOKESPECIAL;
            calls.add(new Call(isDirect, owner, name, descriptor));
        }

        /** The creation of a lambda runs nothing of it. Other such instructions may call methods of any object. */
        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle by, Object... arguments) {
            if (by.getOwner().equals(LAMBDAS)) {
                lambdas.add(Type.getReturnType(descriptor).getInternalName());
            } else {
                isLong = true;
            }
        }
    }

    private final Map<String, Body> bodies = new HashMap<>();
    private final Set<String> lambdas = new HashSet<>();
    private String name = "";
    private String superName = "";
    private List<String> interfaces = List.of();

    private ScannedClass() {
        super(ASM9);
    }

    static ScannedClass of(byte[] original) {
        ScannedClass scanned = new ScannedClass();
        new ClassReader(original).accept(scanned, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return scanned;
    }

    String name() {
        return name;
    }

    String superName() {
        return superName;
    }

    List<String> interfaces() {
        return interfaces;
    }

    /** The methods with code, by name and types. */
    Map<String, Body> bodies() {
        return bodies;
    }

    /** The interfaces of which it makes lambdas. */
    Set<String> lambdas() {
        return lambdas;
    }

    @Override
    public void visit(int version, int access, String of, String signature, String base, String[] implemented) {
        name = of;
        superName = base;
        interfaces = List.of(implemented);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, String signature, String[] exceptions) {
        if ((access & ACC_ABSTRACT) != 0) {
            return null;
        }
        boolean isLong = (access & (ACC_NATIVE | ACC_SYNCHRONIZED)) != 0;
        Body body = new Body(name + '.' + method + descriptor, lambdas, isLong);
        bodies.put(method + descriptor, body);
        return body;
    }
}
