package org.esbmt.administration.jmx.internal.mbean;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.ImmutableDescriptor;
import javax.management.JMRuntimeException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.ReflectionException;
import javax.management.RuntimeOperationsException;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An MBean of open types whose attributes and operations are values. The names of its operations are unique. */
public class OpenMBean implements DynamicMBean {
    private static final Logger LOG = LoggerFactory.getLogger(OpenMBean.class);

    private final List<Read> attributes;
    private final List<Operation> operations;
    private final MBeanInfo info;

    /** A read-only attribute. */
    public record Read(String name, String sentence, OpenType<?> type, Supplier<Object> value) {
        MBeanAttributeInfo info() {
            return new OpenMBeanAttributeInfoSupport(name, sentence, type, true, false, false);
        }
    }

    /** An operation. Its failures carry no stack trace of the server. */
    record Operation(MBeanOperationInfo info, Invocation invocation) {}

    /** Calls an operation. */
    @FunctionalInterface
    interface Invocation {
        Object with(Object[] arguments);
    }

    OpenMBean(
            String description,
            List<Read> attributes,
            List<Operation> operations,
            MBeanNotificationInfo... notifications) {
        this.attributes = List.copyOf(attributes);
        this.operations = List.copyOf(operations);
        this.info = new MBeanInfo(
                OpenMBean.class.getName(),
                requireNonNull(description, "description"),
                attributes.stream().map(Read::info).toArray(MBeanAttributeInfo[]::new),
                null,
                operations.stream().map(Operation::info).toArray(MBeanOperationInfo[]::new),
                notifications,
                new ImmutableDescriptor("immutableInfo=true"));
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return info;
    }

    @Override
    public Object invoke(String actionName, Object[] params, String[] signature) throws ReflectionException {
        String given = signature(signature == null ? new String[0] : signature);
        Operation operation = operations.stream()
                .filter(known -> known.info().getName().equals(actionName))
                .findFirst()
                .orElseThrow(() -> mismatch("No such operation: " + actionName, actionName + given));
        String expected = signature(Arrays.stream(operation.info().getSignature())
                .map(MBeanParameterInfo::getType)
                .toArray(String[]::new));
        if (!given.equals(expected)) {
            throw mismatch(
                    "Signature mismatch for operation " + actionName + ": " + given + " should be " + expected,
                    actionName + given);
        }
        return operation.invocation().with(params == null ? new Object[0] : params);
    }

    private static String signature(String[] types) {
        return Arrays.stream(types).collect(Collectors.joining(", ", "(", ")"));
    }

    private static ReflectionException mismatch(String message, String method) {
        return new ReflectionException(new NoSuchMethodException(method), message);
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException {
        return found(attribute).value().get();
    }

    private Read found(String name) throws AttributeNotFoundException {
        if (name == null) {
            throw new RuntimeOperationsException(
                    new IllegalArgumentException("Attribute cannot be null"),
                    "Exception occurred trying to invoke the getter on the MBean");
        }
        return find(name).orElseThrow(() -> new AttributeNotFoundException("No such attribute: " + name));
    }

    private Optional<Read> find(String name) {
        return attributes.stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst();
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList found = new AttributeList();
        for (String name : names) {
            try {
                find(name)
                        .ifPresent(read ->
                                found.add(new Attribute(name, read.value().get())));
            } catch (IllegalArgumentException | IllegalStateException | SecurityException | JMRuntimeException e) {
                LOG.debug("The attribute {} is left out, since it cannot be read.", name, e);
            }
        }
        return found;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(
                "Read-only attribute: " + found(attribute.getName()).name());
    }

    @Override
    public AttributeList setAttributes(AttributeList values) {
        return new AttributeList();
    }
}
