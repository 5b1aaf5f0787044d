package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;

/** What is written at the operations and getters of an MXBean's interface. No operation has a namesake. */
final class Descriptions {
    private final Class<?> type;

    Descriptions(Class<?> type) {
        this.type = requireNonNull(type, "type");
    }

    Optional<String> of(MBeanOperationInfo operation) {
        return method(operation.getName())
                .map(m -> m.getAnnotation(Described.class).value());
    }

    Optional<String> of(MBeanAttributeInfo attribute) {
        return method((attribute.isIs() ? "is" : "get") + attribute.getName())
                .map(m -> m.getAnnotation(Described.class).value());
    }

    Optional<Described> parameter(MBeanOperationInfo operation, int sequence) {
        return method(operation.getName())
                .flatMap(m -> Optional.ofNullable(m.getParameters()[sequence].getAnnotation(Described.class)));
    }

    static int impact(MBeanOperationInfo operation) {
        String name = operation.getName();
        boolean reads = name.startsWith("find")
                || name.startsWith("list")
                || name.startsWith("show")
                || name.startsWith("verify")
                || name.equals("status")
                || name.equals("whoAmI");
        return reads ? MBeanOperationInfo.INFO : MBeanOperationInfo.ACTION;
    }

    private Optional<Method> method(String name) {
        return Arrays.stream(type.getMethods())
                .filter(m -> m.getName().equals(name) && m.isAnnotationPresent(Described.class))
                .findFirst();
    }
}
