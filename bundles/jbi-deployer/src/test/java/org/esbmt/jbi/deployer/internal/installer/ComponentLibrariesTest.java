package org.esbmt.jbi.deployer.internal.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.component;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.diary;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.libraryOf;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.stream;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries of the container for installed parts: only these see them. */
class ComponentLibrariesTest {
    private static final String SESSION = "old.api.Session";

    /** Reports the class loader of the component's session class, and the number of providers that it finds. */
    private static final String ASKING = """
            package lib;
            public final class Greeting {
              public static String text() {
                ClassLoader loader = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .getCallerClass().getClassLoader();
                try {
                  return Class.forName("old.api.Session", true, loader).getMethod("text").invoke(null) + " with "
                      + java.util.Collections.list(loader.getResources("META-INF/services/old.api.Session")).size();
                } catch (ClassNotFoundException e) {
                  return "none";
                } catch (ReflectiveOperationException | java.io.IOException e) {
                  throw new IllegalStateException(e);
                }
              }
            }
            """;

    @TempDir
    Path folder;

    private Path jars;
    private TestNode node;

    @BeforeEach
    void libraries() throws Exception {
        diary();
        jars = Files.createDirectories(folder.resolve("components"));
        Files.write(jars.resolve("api.jar"), TestInstallers.jar(Map.of(SESSION, session("the container's"))));
        Files.write(
                jars.resolve("provider.jar"),
                Archives.zip(Map.of("META-INF/services/" + SESSION, Archives.text(SESSION))));
        Files.writeString(jars.resolve("README"), "no jar");
        node = new TestNode(folder.resolve("node"));
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private static String session(String text) {
        return """
                package old.api;
                public final class Session {
                  public static String text() { return "%s"; }
                }
                """.formatted(text);
    }

    private List<String> said(String delegation, Map<String, String> own) throws Exception {
        node.installers().install(stream(libraryOf(ASKING)));
        node.installers().install(stream(component("asking", delegation, own)));
        return diary().stream().filter(step -> step.startsWith("init: ")).toList();
    }

    @Test
    void aComponentSeesClassesAndResources() throws Exception {
        node.open(ComponentLibraries.of(jars));

        assertThat(said("parent-first", Map.of())).containsExactly("init: the container's with 1");
    }

    @Test
    void theyGoBeforeACopyThatAComponentBrings() throws Exception {
        node.open(ComponentLibraries.of(jars));

        assertThat(said("parent-first", Map.of(SESSION, session("its own"))))
                .containsExactly("init: the container's with 1");
    }

    @Test
    void aSelfFirstComponentHasItsOwnCopy() throws Exception {
        node.open(ComponentLibraries.of(jars));

        assertThat(said("self-first", Map.of(SESSION, session("its own")))).containsExactly("init: its own with 1");
    }

    @Test
    void withoutAFolderThereAreNone() throws Exception {
        node.open();

        assertThat(said("parent-first", Map.of())).containsExactly("init: none");
    }

    @Test
    void theBusDoesNotSeeThem() throws Exception {
        node.open(ComponentLibraries.of(jars));
        assertThat(said("parent-first", Map.of())).containsExactly("init: the container's with 1");

        for (ClassLoader loader : List.of(
                InstalledParts.class.getClassLoader(),
                Thread.currentThread().getContextClassLoader(),
                ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass(SESSION)).isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void aMissingFolderIsRefused() {
        Path missing = folder.resolve("missing");

        assertThatThrownBy(() -> ComponentLibraries.of(missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("component.libraries = " + missing + ": there is no such folder");
    }
}
