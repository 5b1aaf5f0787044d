package org.esbmt.testing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packages below one package of a module, and the calls between them that are permitted. The sources decide. */
public final class PackageRules {
    private static final Path SOURCES = Path.of("src/main/java");

    private final Path folder;
    private final Pattern called;
    private final Map<String, Set<String>> permitted;

    private PackageRules(String parent, String name, Map<String, Set<String>> permitted) {
        this(SOURCES, parent, name, permitted);
    }

    /** @param name a pattern of the names that count as calls */
    PackageRules(Path sources, String parent, String name, Map<String, Set<String>> permitted) {
        this.folder = sources.resolve(parent.replace('.', '/'));
        this.called = Pattern.compile(Pattern.quote(parent) + "\\.(" + name + ")");
        this.permitted = requireNonNull(permitted, "permitted");
    }

    /**
     * Rules of the packages below a package, whose own classes they do not call.
     *
     * @param permitted the packages that each package calls, by its name. A called one may be without sources
     */
    public static PackageRules below(String parent, Map<String, Set<String>> permitted) {
        return new PackageRules(parent, "[A-Za-z]+", Map.copyOf(permitted));
    }

    /** Rules of packages of which each calls those before it. */
    public static PackageRules inOrderBelow(String parent, List<String> order) {
        return new PackageRules(parent, "[A-Za-z]+", before(order));
    }

    /** Rules of packages of which each calls those before it, and the classes of the parent itself. */
    public static PackageRules inOrderWith(String parent, List<String> order) {
        return new PackageRules(parent, "[a-z]+", before(order));
    }

    private static Map<String, Set<String>> before(List<String> order) {
        Map<String, Set<String>> before = new LinkedHashMap<>();
        Set<String> so = new HashSet<>();
        for (String name : order) {
            before.put(name, Set.copyOf(so));
            so.add(name);
        }
        return before;
    }

    /** Checks that each package has a rule, and keeps to it. */
    public void check() throws IOException {
        try (Stream<Path> folders = Files.list(folder)) {
            assertThat(folders.filter(Files::isDirectory)
                            .map(found -> found.getFileName().toString()))
                    .as("the packages of %s", folder)
                    .containsExactlyInAnyOrderElementsOf(permitted.keySet());
        }
        for (Map.Entry<String, Set<String>> rule : permitted.entrySet()) {
            try (Stream<Path> files = Files.walk(folder.resolve(rule.getKey()))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(calls(file, rule.getKey()))
                            .as("called by %s", file)
                            .isSubsetOf(rule.getValue());
                }
            }
        }
    }

    private Set<String> calls(Path file, String own) throws IOException {
        Set<String> names = new TreeSet<>();
        called.matcher(Files.readString(file))
                .results()
                .map((MatchResult found) -> found.group(1))
                .forEach(names::add);
        names.remove(own);
        return names;
    }
}
