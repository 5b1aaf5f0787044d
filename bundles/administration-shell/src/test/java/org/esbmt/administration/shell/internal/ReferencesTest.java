package org.esbmt.administration.shell.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.shell.internal.support.ExecutingCommand;
import org.junit.jupiter.api.Test;

/** Commands of the shell query typed interfaces, and change nothing by them. */
class ReferencesTest {
    private static final Set<Class<?>> OF_A_CHANGE = Set.of(
            Administration.class,
            OperatorLogin.class,
            Session.class,
            TenantAdministration.class,
            UserAdministration.class);
    private static final Set<Class<?>> OF_THE_DEPLOYER =
            Set.of(ComponentAdministration.class, ComponentConfiguration.class);

    @Test
    void aCommandThatChangesSomethingExecutesACommandOfTheContract() throws Exception {
        List<Class<?>> changing = services().stream()
                .filter(ExecutingCommand.class::isAssignableFrom)
                .toList();

        assertThat(changing).hasSizeGreaterThan(50);
        assertThat(changing)
                .allSatisfy(type -> assertThat(fields(type).map(Field::getType)).isSubsetOf(OF_A_CHANGE));
    }

    @Test
    void noCommandWaitsForTheDeployer() throws Exception {
        for (Class<?> service : services()) {
            fields(service)
                    .filter(field -> OF_THE_DEPLOYER.contains(field.getType()))
                    .forEach(field -> assertThat(
                                    field.getAnnotation(Reference.class).optional())
                            .as(field.toString())
                            .isTrue());
        }
        assertThat(services().stream().flatMap(ReferencesTest::fields).map(Field::getType))
                .containsAll(OF_THE_DEPLOYER);
    }

    /** The fields of a class and of its superclasses. */
    private static Stream<Field> fields(Class<?> type) {
        return type == null
                ? Stream.empty()
                : Stream.concat(Arrays.stream(type.getDeclaredFields()), fields(type.getSuperclass()))
                        .filter(field -> field.isAnnotationPresent(Reference.class));
    }

    private static List<Class<?>> services() throws Exception {
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
