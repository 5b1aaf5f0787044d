package org.esbmt.guarded.saxon.weaver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Writes the classes of Saxon's jar with checks in them, as part of the build. The behaviour of a class is otherwise
 * unchanged. Resources are copied, except signatures, which would not match any more.
 */
public final class Weaver {
    /**
     * Saxon creates an object of this class, with a library of its own that reads catalogues, before a configuration
     * can prevent it.
     */
    private static final String CATALOGUE = "net/sf/saxon/lib/CatalogResourceResolver";

    private static final String GUARDS = "org/esbmt/guarded/saxon/";

    private Weaver() {}

    /** Weaves; the arguments are the jar and the target folder. */
    public static void main(String[] args) throws IOException {
        Path to = Path.of(args[1]);
        Set<String> named = new HashSet<>();
        try (JarFile jar = new JarFile(args[0])) {
            ShortMethods unchecked = new ShortMethods(jar.stream()
                    .filter(Weaver::isWanted)
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .map(entry -> ScannedClass.of(bytes(jar, entry)))
                    .toList());
            jar.stream().filter(Weaver::isWanted).forEach(entry -> copy(jar, entry, to, named, unchecked));
            Stream<String> own = jar.stream()
                    .filter(Weaver::isWanted)
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - 6));
            Stream<String> guards = guards(to);
            Stream<String> platforms = named.stream().filter(name -> name.startsWith("java"));
            String classes = Stream.of(guards.sorted(), platforms.sorted(), own.sorted())
                    .flatMap(names -> names)
                    .map(name -> name.replace('/', '.'))
                    .collect(Collectors.joining("\n"));
            Files.writeString(to.resolve("org/esbmt/guarded/saxon/classes.txt"), classes);
        }
    }

    /** The classes that stop an evaluation. They must not be loaded for the first time at the end of the stack. */
    private static Stream<String> guards(Path to) throws IOException {
        try (Stream<Path> compiled = Files.list(to.resolve(GUARDS))) {
            return compiled
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .map(name -> GUARDS + name.substring(0, name.length() - 6))
                    .toList()
                    .stream();
        }
    }

    private static boolean isWanted(JarEntry entry) {
        return !entry.isDirectory()
                && entry.getName().startsWith("net/sf/saxon/")
                && !entry.getName().startsWith("net/sf/saxon/option/");
    }

    private static void copy(JarFile jar, JarEntry entry, Path to, Set<String> named, ShortMethods unchecked) {
        Path file = to.resolve(entry.getName()).normalize();
        if (!file.startsWith(to)) {
            throw new IllegalArgumentException(entry.getName() + " leads out of the folder");
        }
        byte[] bytes = bytes(jar, entry);
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getName().endsWith(".class") ? woven(bytes, named, unchecked) : bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(JarFile jar, JarEntry entry) {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] woven(byte[] original, Set<String> named, ShortMethods unchecked) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        boolean emptied = reader.getClassName().equals(CATALOGUE);
        reader.accept(emptied ? new EmptiedClass(writer) : new WovenClass(writer, named, unchecked), 0);
        return writer.toByteArray();
    }
}
