package org.esbmt.administration.jmx.internal;

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

/** The MXBean with the descriptions of its interface, whose failures carry no stack trace of the server's. */
final class DescribedMBean extends StandardMBean {

    DescribedMBean(AdministrationMXBean implementation) {
        super(implementation, AdministrationMXBean.class, true);
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
        return "Tenants, their users and their service assemblies.";
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
        boolean reads = name.startsWith("find") || name.startsWith("list") || name.equals("status");
        return reads ? MBeanOperationInfo.INFO : MBeanOperationInfo.ACTION;
    }

    private static Optional<Described> parameter(MBeanOperationInfo operation, int sequence) {
        return method(operation).map(m -> m.getParameters()[sequence].getAnnotation(Described.class));
    }

    /** No operation has a namesake. */
    private static Optional<Method> method(MBeanOperationInfo operation) {
        return Arrays.stream(AdministrationMXBean.class.getMethods())
                .filter(m -> m.getName().equals(operation.getName()) && m.isAnnotationPresent(Described.class))
                .findFirst();
    }
}
