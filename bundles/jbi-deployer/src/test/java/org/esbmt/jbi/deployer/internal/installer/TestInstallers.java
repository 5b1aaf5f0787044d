package org.esbmt.jbi.deployer.internal.installer;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.esbmt.jbi.deployer.internal.assembly.Archives;

/**
 * Installers of a third party: a library with one class, and components whose code records its calls. It records them
 * in the system property {@code test.parts}, where tests of the same JVM read them.
 */
public final class TestInstallers {
    static final String DIARY = "test.parts";
    /** A step of the bootstrap or the component that fails. */
    static final String FAIL = "test.parts.fail";
    /** A step that kills the JVM. */
    static final String DIE = "test.parts.die";

    private static final String GREETING = """
            package lib;
            public final class Greeting {
              public static String text() { return "%s"; }
            }
            """;

    private static final String STEPS = """
            package part;
            public final class Steps {
              static void done(String step) {
                if (step.equals(System.getProperty("test.parts.die"))) Runtime.getRuntime().halt(42);
                if (step.equals(System.getProperty("test.parts.fail"))) throw new IllegalStateException(step + " fails");
                System.setProperty("test.parts", System.getProperty("test.parts", "") + step + ";");
              }
              static boolean sees(String name) {
                try {
                  Class.forName(name, false, Steps.class.getClassLoader());
                  return true;
                } catch (ClassNotFoundException e) {
                  return false;
                }
              }
            }
            """;

    private static final String BOOTSTRAP = """
            package part;
            import javax.jbi.component.*;
            public final class PartBootstrap implements Bootstrap {
              private InstallationContext context;
              public void init(InstallationContext context) {
                this.context = context;
                if (!context.getInstallRoot().equals(new java.io.File(context.getInstallRoot()).getPath())
                    || context.getContext().getMBeanServer() == null) throw new IllegalStateException();
                Steps.done("bootstrap init " + (context.isInstall() ? "install" : "uninstall"));
              }
              public void onInstall() { Steps.done("onInstall"); }
              public void onUninstall() { Steps.done("onUninstall"); }
              public void cleanUp() { Steps.done("cleanUp"); }
              public javax.management.ObjectName getExtensionMBeanName() { return null; }
            }
            """;

    private static final String COMPONENT = """
            package part;
            import javax.jbi.component.*;
            import javax.jbi.messaging.MessageExchange;
            import javax.jbi.servicedesc.ServiceEndpoint;
            public final class PartComponent implements Component, ComponentLifeCycle, ServiceUnitManager {
              public ComponentLifeCycle getLifeCycle() { return this; }
              public ServiceUnitManager getServiceUnitManager() { return this; }
              public org.w3c.dom.Document getServiceDescription(ServiceEndpoint e) { return null; }
              public boolean isExchangeWithConsumerOkay(ServiceEndpoint e, MessageExchange x) { return true; }
              public boolean isExchangeWithProviderOkay(ServiceEndpoint e, MessageExchange x) { return true; }
              public ServiceEndpoint resolveEndpointReference(org.w3c.dom.DocumentFragment r) { return null; }
              public javax.management.ObjectName getExtensionMBeanName() { return null; }
              public void init(ComponentContext context) {
                Steps.done("init: " + lib.Greeting.text()
                    + (Steps.sees("org.esbmt.jbi.container.api.InstalledComponents") ? ", sees the bus" : "")
                    + (Steps.sees("org.esbmt.jbi.deployer.internal.installer.Installers") ? ", sees the deployer" : "")
                    + (Steps.sees("org.osgi.framework.Bundle") ? ", sees OSGi" : ""));
              }
              public void start() { Steps.done("start"); }
              public void stop() { Steps.done("stop"); }
              public void shutDown() { Steps.done("shutDown"); }
              public String deploy(String unit, String root) { Steps.done("deploy " + unit); return ""; }
              public void init(String unit, String root) {}
              public void start(String unit) {}
              public void stop(String unit) {}
              public void shutDown(String unit) {}
              public String undeploy(String unit, String root) { Steps.done("undeploy " + unit); return ""; }
            }
            """;

    private static final Map<Map<String, String>, Map<String, byte[]>> COMPILED = new ConcurrentHashMap<>();

    private TestInstallers() {}

    /** The calls of parts since the last call. */
    static List<String> diary() {
        String text = System.getProperty(DIARY, "");
        System.clearProperty(DIARY);
        return text.isEmpty() ? List.of() : List.of(text.split(";"));
    }

    /** The shared library {@code greetings}; its class returns {@code text}. */
    public static byte[] library(String text) {
        return libraryOf(GREETING.formatted(text));
    }

    /** The same library with another class {@code lib.Greeting}. */
    static byte[] libraryOf(String greeting) {
        return Archives.zip(entries("""
                <shared-library class-loader-delegation="parent-first" version="1.0">
                <identification><name>greetings</name><description>greets</description></identification>
                <shared-library-class-path><path-element>lib/greetings.jar</path-element></shared-library-class-path>
                </shared-library>""", "lib/greetings.jar", jar(Map.of("lib.Greeting", greeting))));
    }

    /** A component that uses the library {@code greetings}. */
    public static byte[] component(String name) {
        return component(name, "parent-first", Map.of());
    }

    /** The same component with additional classes. */
    static byte[] component(String name, String delegation, Map<String, String> more) {
        Map<String, String> sources = new LinkedHashMap<>(more);
        sources.put("part.Steps", STEPS);
        sources.put("part.PartBootstrap", BOOTSTRAP);
        sources.put("part.PartComponent", COMPONENT);
        sources.putIfAbsent("lib.Greeting", GREETING.formatted("compiled"));
        Map<String, byte[]> classes = compiled(sources);
        if (!more.containsKey("lib.Greeting")) {
            classes.remove("lib/Greeting.class");
        }
        return Archives.zip(entries("""
                <component type="service-engine" component-class-loader-delegation="%s">
                <identification><name>%s</name><description>a part</description></identification>
                <component-class-name>part.PartComponent</component-class-name>
                <component-class-path><path-element>lib/part.jar</path-element></component-class-path>
                <bootstrap-class-name>part.PartBootstrap</bootstrap-class-name>
                <bootstrap-class-path><path-element>lib/part.jar</path-element></bootstrap-class-path>
                <shared-library version="1.0">greetings</shared-library>
                </component>""".formatted(delegation, name), "lib/part.jar", Archives.zip(classes)));
    }

    static String greeting(String text) {
        return GREETING.formatted(text);
    }

    /** The entries of an installer with that descriptor and one more file. */
    static Map<String, byte[]> entries(String descriptor, String file, byte[] content) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(
                "META-INF/jbi.xml",
                Archives.text(
                        "<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\" version=\"1.0\">" + descriptor + "</jbi>"));
        entries.put(file, content);
        return entries;
    }

    static InputStream stream(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }

    static byte[] jar(Map<String, String> sources) {
        return Archives.zip(compiled(sources));
    }

    /** Compiled classes by the names of their entries. Each JVM compiles the same sources once. */
    private static Map<String, byte[]> compiled(Map<String, String> sources) {
        return new LinkedHashMap<>(COMPILED.computeIfAbsent(new LinkedHashMap<>(sources), TestInstallers::compile));
    }

    private static Map<String, byte[]> compile(Map<String, String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((name, text) -> files.add(
                new SimpleJavaFileObject(
                        URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                }));
        Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();
        JavaFileManager memory =
                new ForwardingJavaFileManager<JavaFileManager>(compiler.getStandardFileManager(null, null, null)) {
                    @Override
                    public JavaFileObject getJavaFileForOutput(
                            Location location, String name, JavaFileObject.Kind kind, javax.tools.FileObject sibling) {
                        String entry = name.replace('.', '/') + ".class";
                        return new SimpleJavaFileObject(URI.create("string:///" + entry), kind) {
                            @Override
                            public OutputStream openOutputStream() {
                                return classes.computeIfAbsent(entry, e -> new ByteArrayOutputStream());
                            }
                        };
                    }
                };
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> options = List.of("-proc:none", "-cp", path);
        if (!compiler.getTask(null, memory, null, options, null, files).call()) {
            throw new IllegalArgumentException("the test's sources do not compile");
        }
        try {
            memory.close();
        } catch (java.io.IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        classes.forEach((entry, content) -> bytes.put(entry, content.toByteArray()));
        return bytes;
    }
}
