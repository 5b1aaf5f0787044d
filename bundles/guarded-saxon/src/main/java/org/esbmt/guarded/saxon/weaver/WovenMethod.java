package org.esbmt.guarded.saxon.weaver;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ANEWARRAY;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.BIPUSH;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.NEWARRAY;
import static org.objectweb.asm.Opcodes.T_BOOLEAN;
import static org.objectweb.asm.Opcodes.T_BYTE;
import static org.objectweb.asm.Opcodes.T_CHAR;
import static org.objectweb.asm.Opcodes.T_DOUBLE;
import static org.objectweb.asm.Opcodes.T_FLOAT;
import static org.objectweb.asm.Opcodes.T_INT;
import static org.objectweb.asm.Opcodes.T_LONG;
import static org.objectweb.asm.Opcodes.T_SHORT;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Weaves checks into one method. They stand at its beginning, unless it is one of {@link ShortMethods}, and before each
 * backward jump, so that no loop and no recursion goes unchecked. Bounded methods replace long or memory-intensive calls into the Java library. A check of
 * the stack precedes calls that may initialize shared classes, and nothing catches its end. A refusal precedes calls that
 * would reach outside of the process.
 */
final class WovenMethod extends MethodVisitor {
    private static final String GUARD = "org/esbmt/guarded/saxon/Guard";
    private static final String BOUNDED = "org/esbmt/guarded/saxon/Bounded";

    /** Saxon's stacks belong to one thread each, so they need no lock. */
    static final String STACK = "java/util/Stack";

    private static final String PLAIN_STACK = "org/esbmt/guarded/saxon/PlainStack";

    private static final String STACK_OVERFLOW = "java/lang/StackOverflowError";
    private static final String NO_OVERFLOW = "org/esbmt/guarded/saxon/NoOverflow";

    private static final String NAME_POOL = "net/sf/saxon/om/NamePool";
    private static final String MAP = "java/util/concurrent/ConcurrentHashMap";
    private static final String NUMBERED_NAMES = "org/esbmt/guarded/saxon/NumberedNames";

    private static final String NAMESPACES = "net/sf/saxon/om/NamespaceMap";
    private static final String TEXTS = "[Ljava/lang/String;";

    private static final String NORMALIZE =
            "java/text/Normalizer.normalize(Ljava/lang/CharSequence;Ljava/text/Normalizer$Form;)Ljava/lang/String;";

    private static final String PARSERS = "Ljavax/xml/parsers/SAXParserFactory;";

    /** Constructors whose only argument is a text of digits. */
    private static final Set<String> DIGITS = Set.of(
            "java/math/BigInteger.<init>(Ljava/lang/String;)V", "java/math/BigDecimal.<init>(Ljava/lang/String;)V");

    /** Constructors whose only argument is a size. */
    private static final Set<String> SIZED = Set.of(
            "java/lang/StringBuilder.<init>(I)V",
            "java/lang/StringBuffer.<init>(I)V",
            "java/util/ArrayList.<init>(I)V",
            "java/util/HashMap.<init>(I)V",
            "java/util/HashSet.<init>(I)V");

    /** The greatest size of an element, in bytes. */
    private static final int REFERENCE = 8;

    private static final Map<String, Integer> COPIED =
            Map.of("B", 1, "Z", 1, "C", 2, "S", 2, "I", 4, "F", 4, "J", 8, "D", 8);

    /**
     * The methods that reach outside of an evaluation, such as files, network, threads and class loading; by class. An
     * empty set stands for all methods of the class.
     */
    private static final Map<String, Set<String>> OUTSIDE = Map.ofEntries(
            Map.entry("java/net/URL", Set.of("openStream", "openConnection")),
            Map.entry("java/net/URLConnection", Set.of()),
            Map.entry("java/net/HttpURLConnection", Set.of()),
            Map.entry("java/io/FileInputStream", Set.of()),
            Map.entry("java/io/FileOutputStream", Set.of()),
            Map.entry("java/io/FileReader", Set.of()),
            Map.entry("java/io/FileWriter", Set.of()),
            Map.entry("java/io/RandomAccessFile", Set.of()),
            Map.entry("java/nio/file/Files", Set.of()),
            Map.entry("java/io/File", Set.of("listFiles", "list", "createNewFile", "mkdirs", "renameTo", "delete")),
            Map.entry("java/util/zip/ZipFile", Set.of()),
            Map.entry("java/lang/System", Set.of("exit", "getenv", "getProperties")),
            Map.entry("java/lang/Runtime", Set.of("exec", "addShutdownHook")),
            Map.entry("java/lang/Thread", Set.of("<init>", "start")),
            Map.entry("java/lang/reflect/Method", Set.of("invoke")),
            Map.entry("java/lang/reflect/Constructor", Set.of("newInstance")),
            Map.entry("java/lang/ClassLoader", Set.of("loadClass")),
            Map.entry("java/util/ServiceLoader", Set.of()),
            Map.entry("java/text/RuleBasedCollator", Set.of("<init>")),
            Map.entry("javax/xml/parsers/DocumentBuilderFactory", Set.of()),
            Map.entry("javax/xml/stream/XMLInputFactory", Set.of()),
            Map.entry("org/xml/sax/helpers/XMLReaderFactory", Set.of()));

    private final String owner;
    private final Set<String> named;
    private final Set<Label> behind = new HashSet<>();

    private final String name;
    private final boolean initializer;
    private final boolean entered;

    /**
     * Weaves into {@code next}.
     *
     * @param named collects the classes used by the method
     * @param entered false for a method that needs no check at its beginning
     */
    WovenMethod(MethodVisitor next, String owner, String name, Set<String> named, boolean entered) {
        super(ASM9, next);
        this.owner = owner;
        this.named = named;
        this.name = name;
        this.initializer = name.equals("<clinit>");
        this.entered = entered;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (entered && !initializer) {
            super.visitMethodInsn(INVOKESTATIC, GUARD, "enter", "()V", false);
        }
        if (owner.equals(NAMESPACES) && name.equals("putAll")) {
            returnReplacement();
        }
    }

    /** Returns the argument at once if nothing else of the object would be in the result. */
    private void returnReplacement() {
        Label other = new Label();
        super.visitVarInsn(ALOAD, 0);
        super.visitVarInsn(ALOAD, 1);
        super.visitVarInsn(ALOAD, 0);
        super.visitFieldInsn(GETFIELD, NAMESPACES, "prefixes", TEXTS);
        super.visitVarInsn(ALOAD, 1);
        super.visitFieldInsn(GETFIELD, NAMESPACES, "prefixes", TEXTS);
        super.visitMethodInsn(
                INVOKESTATIC,
                "org/esbmt/guarded/saxon/Scopes",
                "replaces",
                "(Ljava/lang/Object;Ljava/lang/Object;" + TEXTS + TEXTS + ")Z",
                false);
        super.visitJumpInsn(IFEQ, other);
        super.visitVarInsn(ALOAD, 1);
        super.visitInsn(ARETURN);
        super.visitLabel(other);
        super.visitFrame(F_SAME, 0, null, 0, null);
    }

    @Override
    public void visitLabel(Label label) {
        behind.add(label);
        super.visitLabel(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        if (behind.contains(label)) {
            check();
        }
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
        if (behind.contains(other) || List.of(labels).stream().anyMatch(behind::contains)) {
            check();
        }
        super.visitLookupSwitchInsn(other, keys, labels);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label other, Label... labels) {
        if (behind.contains(other) || List.of(labels).stream().anyMatch(behind::contains)) {
            check();
        }
        super.visitTableSwitchInsn(least, most, other, labels);
    }

    /**
     * Inserts a check, except in a static initializer: a class whose initialization was stopped could never be used
     * again.
     */
    private void check() {
        if (!initializer) {
            super.visitMethodInsn(INVOKESTATIC, GUARD, "check", "()V", false);
        }
    }

    /** The end of the stack ends the evaluation. */
    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        super.visitTryCatchBlock(start, end, handler, STACK_OVERFLOW.equals(type) ? NO_OVERFLOW : type);
    }

    /** Lengths of arrays may come from a message or a stylesheet. */
    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (opcode == NEWARRAY) {
            length(bytes(operand));
        }
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == ANEWARRAY) {
            length(REFERENCE);
        } else if (opcode == NEW) {
            named.add(type);
        }
        super.visitTypeInsn(opcode, opcode == NEW ? made(type) : type);
    }

    /** The class of which an object is made in place of another one, or that one itself. */
    private String made(String type) {
        if (type.equals(STACK)) {
            return PLAIN_STACK;
        }
        return type.equals(MAP) && owner.equals(NAME_POOL) ? NUMBERED_NAMES : type;
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        throw new IllegalStateException(owner + " makes an array of arrays, whose size is not bounded");
    }

    @Override
    public void visitFieldInsn(int opcode, String of, String name, String descriptor) {
        named.add(of);
        super.visitFieldInsn(opcode, of, name, descriptor);
    }

    /** Bounds the length on the top of the stack. */
    private void length(int bytes) {
        super.visitIntInsn(BIPUSH, bytes);
        super.visitMethodInsn(INVOKESTATIC, BOUNDED, "length", "(II)I", false);
    }

    private static int bytes(int type) {
        return switch (type) {
            case T_BOOLEAN, T_BYTE -> 1;
            case T_CHAR, T_SHORT -> 2;
            case T_INT, T_FLOAT -> 4;
            case T_LONG, T_DOUBLE -> 8;
            default -> throw new IllegalArgumentException("no type of numbers: " + type);
        };
    }

    private void room(String of, String name) {
        if (!initializer && LibraryCalls.needsRoom(of, name)) {
            super.visitMethodInsn(INVOKESTATIC, GUARD, "room", "()V", false);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String of, String name, String descriptor, boolean isInterface) {
        named.add(of);
        String call = of + "." + name + descriptor;
        if (LibraryCalls.BOUNDED.contains(call)) {
            super.visitMethodInsn(INVOKESTATIC, BOUNDED, name, "(L" + of + ";" + descriptor.substring(1), false);
            return;
        }
        if (call.equals(NORMALIZE)) {
            super.visitMethodInsn(INVOKESTATIC, BOUNDED, name, descriptor, false);
            return;
        }
        if (call.startsWith("javax/xml/parsers/SAXParserFactory.newInstance")) {
            super.visitMethodInsn(INVOKESTATIC, BOUNDED, "parsers", "()" + PARSERS, false);
            return;
        }
        if (owner.equals("net/sf/saxon/om/NamespaceUri") && name.equals("computeIfAbsent")) {
            super.visitMethodInsn(
                    INVOKESTATIC,
                    BOUNDED,
                    "namespace",
                    "(Ljava/util/concurrent/ConcurrentHashMap;Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object;",
                    false);
            return;
        }
        if (opcode == INVOKESPECIAL && !made(of).equals(of)) {
            super.visitMethodInsn(opcode, made(of), name, descriptor, false);
            return;
        }
        room(of, name);
        if (opcode == INVOKESPECIAL && SIZED.contains(call)) {
            length(REFERENCE);
        } else if (of.equals("java/util/Arrays") && name.equals("copyOf")) {
            Type elements = Type.getArgumentTypes(descriptor)[0].getElementType();
            length(COPIED.getOrDefault(elements.getDescriptor(), REFERENCE));
        } else if (opcode == INVOKESPECIAL && DIGITS.contains(call)) {
            super.visitMethodInsn(INVOKESTATIC, BOUNDED, "digits", "(Ljava/lang/String;)Ljava/lang/String;", false);
        } else if (isOutside(of, name) || isJavaRegex(call)) {
            super.visitMethodInsn(INVOKESTATIC, GUARD, "refuse", "()V", false);
        }
        LibraryCalls.requireReviewed(owner, of, name, descriptor);
        super.visitMethodInsn(opcode, of, name, descriptor, isInterface);
    }

    /** A method reference cannot be redirected here, so it must be a reviewed call. */
    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle by, Object... arguments) {
        for (Object argument : arguments) {
            if (argument instanceof Handle handle) {
                LibraryCalls.requireReviewed(owner, handle.getOwner(), handle.getName(), handle.getDesc());
            }
        }
        super.visitInvokeDynamicInsn(name, descriptor, by, arguments);
    }

    private static boolean isOutside(String of, String name) {
        Set<String> names = OUTSIDE.get(of);
        return names != null && (names.isEmpty() || names.contains(name));
    }

    /** Java's own engine for regular expressions cannot be stopped; Saxon uses it on an expression's request. */
    private boolean isJavaRegex(String call) {
        return owner.equals("net/sf/saxon/regex/JavaRegularExpression")
                && call.startsWith("java/util/regex/Pattern.compile");
    }
}
