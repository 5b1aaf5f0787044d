package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;
import javax.management.StandardMBean;

/** An MXBean with the descriptions of its interface, whose failures carry no stack trace of the server's. */
final class DescribedMBean<T> extends StandardMBean {
    private final Class<?> type;
    private final String description;

    /** @param description of the whole */
    DescribedMBean(T implementation, Class<T> type, String description) {
        super(implementation, type, true);
        this.type = type;
        this.description = requireNonNull(description, "description");
    }

    @Override
    public Object invoke(String actionName, Object[] params, String[] signature)
            throws MBeanException, ReflectionException {
        try {
            return super.invoke(actionName, params, signature);
        } catch (RuntimeMBeanException e) {
            throw Refusals.bare(new RuntimeMBeanException(e.getTargetException(), e.getMessage()));
        }
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return description;
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation) {
        return method(operation)
                .map(m -> m.getAnnotation(Described.class).value())
                .orElseGet(() -> super.getDescription(operation));
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return parameter(operation, sequence)
                .map(Described::value)
                .orElseGet(() -> super.getDescription(operation, parameter, sequence));
    }

    @Override
    protected String getParameterName(MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return parameter(operation, sequence)
                .map(Described::name)
                .orElseGet(() -> super.getParameterName(operation, parameter, sequence));
    }

    @Override
    protected int getImpact(MBeanOperationInfo operation) {
        String name = operation.getName();
        boolean reads = name.startsWith("find")
                || name.startsWith("list")
                || name.startsWith("verify")
                || name.equals("status");
        return reads ? MBeanOperationInfo.INFO : MBeanOperationInfo.ACTION;
    }

    private Optional<Described> parameter(MBeanOperationInfo operation, int sequence) {
        return method(operation).map(m -> m.getParameters()[sequence].getAnnotation(Described.class));
    }

    /** No operation has a namesake. */
    private Optional<Method> method(MBeanOperationInfo operation) {
        return Arrays.stream(type.getMethods())
                .filter(m -> m.getName().equals(operation.getName()) && m.isAnnotationPresent(Described.class))
                .findFirst();
    }
}
