"""Files on their way between the browser and the API."""

from admin_app.kit.transfer import csv, pictures, tickets
