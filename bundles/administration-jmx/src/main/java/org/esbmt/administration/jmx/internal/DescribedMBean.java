package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;
import javax.management.StandardMBean;

/** An MXBean with the descriptions of its interface, whose failures carry no stack trace of the server's. */
class DescribedMBean<T> extends StandardMBean {
    private final Descriptions descriptions;
    private final String description;

    DescribedMBean(T implementation, Class<T> type, String description) {
        super(implementation, type, true);
        this.descriptions = new Descriptions(type);
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
    protected String getDescription(MBeanAttributeInfo attribute) {
        return descriptions.of(attribute).orElseGet(() -> super.getDescription(attribute));
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation) {
        return descriptions.of(operation).orElseGet(() -> super.getDescription(operation));
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return descriptions
                .parameter(operation, sequence)
                .map(Described::value)
                .orElseGet(() -> super.getDescription(operation, parameter, sequence));
    }

    @Override
    protected String getParameterName(MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return descriptions
                .parameter(operation, sequence)
                .map(Described::name)
                .orElseGet(() -> super.getParameterName(operation, parameter, sequence));
    }

    @Override
    protected int getImpact(MBeanOperationInfo operation) {
        return Descriptions.impact(operation);
    }
}
