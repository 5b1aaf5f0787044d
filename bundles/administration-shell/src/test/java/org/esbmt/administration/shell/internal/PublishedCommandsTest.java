package org.esbmt.administration.shell.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.impl.action.command.ManagerImpl;
import org.apache.karaf.shell.impl.console.SessionFactoryImpl;
import org.esbmt.testing.golden.GoldenFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every command is as published: its options and arguments, and the help that Karaf's real shell prints. */
class PublishedCommandsTest {
    private static final Pattern OPTION = Pattern.compile(" {8}-.*");

    private final ThreadIOImpl threadIo = new ThreadIOImpl();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final StringBuilder text = new StringBuilder();
    private SessionFactoryImpl factory;
    private ManagerImpl manager;
    private Session session;
    private List<Class<?>> services;

    @BeforeEach
    void openConsole() throws Exception {
        threadIo.start();
        factory = new SessionFactoryImpl(threadIo);
        manager = new ManagerImpl(factory, factory);
        services = services();
        for (Class<?> reference : references()) {
            factory.register(nothing(reference));
        }
        for (Class<?> service : services) {
            manager.register(service);
        }
        PrintStream out = new PrintStream(output, true, UTF_8);
        session = factory.create(new ByteArrayInputStream(new byte[0]), out, out);
    }

    @AfterEach
    void closeConsole() {
        session.close();
        factory.stop();
        threadIo.stop();
    }

    @Test
    void nothingPublishedHasChanged() throws Exception {
        List<Class<?>> commands = services.stream()
                .filter(type -> type.isAnnotationPresent(Command.class))
                .sorted(comparing(type -> type.getAnnotation(Command.class).name()))
                .toList();
        assertThat(commands).isNotEmpty();
        for (Class<?> command : commands) {
            command(command);
        }
        GoldenFile.of("commands.txt").check(text.toString());
    }

    private void command(Class<?> type) throws Exception {
        Command command = type.getAnnotation(Command.class);
        line(0, "command " + command.scope() + ":" + command.name());
        line(1, "-- " + command.description());
        if (!command.detailedDescription().isEmpty()) {
            line(1, "details " + command.detailedDescription());
        }
        Object action = manager.instantiate(type, session.getRegistry());
        fields(type)
                .filter(field -> field.isAnnotationPresent(Argument.class))
                .sorted(comparing(field -> field.getAnnotation(Argument.class).index()))
                .forEach(field -> argument(field, action));
        fields(type)
                .filter(field -> field.isAnnotationPresent(Option.class))
                .sorted(comparing(field -> field.getAnnotation(Option.class).name()))
                .forEach(field -> option(field, action));
        line(1, "help");
        inOrder(help(command.scope() + ":" + command.name() + " --help")).forEach(line -> line(2, line));
        text.append('\n');
    }

    private void argument(Field field, Object action) {
        Argument argument = field.getAnnotation(Argument.class);
        String name = argument.name().equals(Argument.DEFAULT) ? field.getName() : argument.name();
        line(
                1,
                "argument " + argument.index() + " " + name
                        + parameter(field, action, argument.required(), argument.multiValued())
                        + shown(argument.valueToShowInHelp(), Argument.DEFAULT_STRING));
        line(2, "-- " + argument.description());
    }

    private void option(Field field, Object action) {
        Option option = field.getAnnotation(Option.class);
        List<String> names = new ArrayList<>(List.of(option.name()));
        names.addAll(Arrays.asList(option.aliases()));
        line(
                1,
                "option " + String.join(", ", names) + parameter(field, action, option.required(), option.multiValued())
                        + shown(option.valueToShowInHelp(), Option.DEFAULT_STRING));
        line(2, "-- " + option.description());
    }

    private static String parameter(Field field, Object action, boolean required, boolean multiValued) {
        Completion completion = field.getAnnotation(Completion.class);
        return ": " + field.getGenericType().getTypeName() + (required ? ", required" : "")
                + (multiValued ? ", multi-valued" : "")
                + ", default " + value(field, action)
                + (completion == null
                        ? ""
                        : ", completed by " + completion.value().getSimpleName()
                                + (completion.values().length == 0 ? "" : Arrays.toString(completion.values())));
    }

    private static String value(Field field, Object action) {
        try {
            field.setAccessible(true);
            Object value = field.get(action);
            return value != null && value.getClass().isArray()
                    ? "array of " + Array.getLength(value)
                    : String.valueOf(value);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static String shown(String value, String usual) {
        return value.equals(usual) ? "" : ", shown as " + value;
    }

    private String help(String line) throws Exception {
        output.reset();
        session.execute(line);
        return output.toString(UTF_8).replaceAll("\u001b\\[[0-9;]*m", "");
    }

    /** Sorts the options. Karaf prints them in the order of identity hash codes, which change from run to run. */
    private static List<String> inOrder(String help) {
        List<String> lines = new ArrayList<>();
        Map<String, List<String>> options = new TreeMap<>();
        List<String> to = lines;
        boolean inOptions = false;
        for (String line : help.lines().map(String::stripTrailing).toList()) {
            if (!line.isEmpty() && !line.startsWith(" ")) {
                inOptions = line.equals("OPTIONS");
            }
            if (inOptions && OPTION.matcher(line).matches()) {
                to = options.computeIfAbsent(line, option -> new ArrayList<>());
            } else if (line.isEmpty()) {
                options.values().forEach(lines::addAll);
                options.clear();
                to = lines;
            }
            to.add(line);
        }
        options.values().forEach(lines::addAll);
        return lines;
    }

    private void line(int depth, String words) {
        text.append(("  ".repeat(depth) + words).stripTrailing()).append('\n');
    }

    /** The fields of a class and of its superclasses. */
    private static Stream<Field> fields(Class<?> type) {
        return type == null
                ? Stream.empty()
                : Stream.concat(Arrays.stream(type.getDeclaredFields()), fields(type.getSuperclass()));
    }

    /** The interfaces of the references; help calls none of them. */
    private Set<Class<?>> references() {
        Set<Class<?>> references = new HashSet<>();
        services.stream()
                .flatMap(PublishedCommandsTest::fields)
                .filter(field -> field.isAnnotationPresent(Reference.class))
                .map(Field::getType)
                .filter(Class::isInterface)
                .filter(type -> type.getPackageName().startsWith("org.esbmt."))
                .forEach(references::add);
        return references;
    }

    private static Object nothing(Class<?> type) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    case "toString" -> type.getName();
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    /** Finds every service that Karaf's extender would find in the bundle. */
    private static List<Class<?>> services() throws IOException, ClassNotFoundException {
        Path classes = Path.of("target", "classes");
        List<Class<?>> services = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                String name = classes.relativize(file).toString().replace('/', '.');
                Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()));
                if (type.isAnnotationPresent(Service.class)) {
                    services.add(type);
                }
            }
        }
        return services;
    }
}
